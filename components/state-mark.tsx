import { useTranslations } from "next-intl";
import { type RecordStateName, recordStates } from "#lib/core/record-state.ts";
import { StatusMark } from "./ui/status-mark.tsx";

/** The state of a record in a row of a list, in the words of its page. */
export function StateMark({ name }: { name: RecordStateName }) {
  const t = useTranslations("states.status");
  return (
    <StatusMark tone={recordStates[name]} canWrap>
      {t(name)}
    </StatusMark>
  );
}
