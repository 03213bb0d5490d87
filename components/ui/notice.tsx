import { Alert } from "@heroui/react";
import type { ComponentProps, ReactNode } from "react";

type Props = Pick<ComponentProps<typeof Alert>, "status" | "role" | "className"> & {
  title?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
  children?: ReactNode;
};

/** Something the reader has to know here, with its sign. */
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
