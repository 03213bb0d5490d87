type Ask = () => Promise<boolean>;

let askForProof: Ask | undefined;

/** Names who asks the person to confirm that it is them; the returned function takes it back. */
export function answerProofRequests(ask: Ask): () => void {
  askForProof = ask;
  return () => {
    if (askForProof === ask) askForProof = undefined;
  };
}

/** True once the person has proved again who they are; false when they would not, or nobody can ask. */
export async function requestProof(): Promise<boolean> {
  return (await askForProof?.()) ?? false;
}
