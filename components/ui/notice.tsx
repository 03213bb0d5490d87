import { Alert } from "@heroui/react";
import type { ComponentProps, ReactNode } from "react";

type Props = Pick<ComponentProps<typeof Alert>, "status" | "role" | "className"> & {
  title?: ReactNode;
  /** Actions that resolve it. */
  action?: ReactNode;
  children?: ReactNode;
};

/** A message with an icon for its severity. */
export function Notice({ title, action, children, ...alert }: Props) {
  return (
    <Alert {...alert}>
      <Alert.Indicator />
      <Alert.Content>
        {title ? <Alert.Title>{title}</Alert.Title> : null}
        {children ? <Alert.Description>{children}</Alert.Description> : null}
      </Alert.Content>
      {action}
    </Alert>
  );
}
