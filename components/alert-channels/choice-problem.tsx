type Props = { id: string | undefined; text: string | undefined };

/** What is wrong with a group of checkboxes, which name it. */
export function ChoiceProblem({ id, text }: Props) {
  if (text === undefined) return null;
  return (
    <p id={id} className="text-(--tone-danger) text-xs">
      {text}
    </p>
  );
}
