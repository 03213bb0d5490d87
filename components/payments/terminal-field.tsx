import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { Choice } from "#components/ui/choice.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { Said } from "#lib/contract/common.ts";
import type { Terminals } from "#lib/contract/merchant.ts";
import { isTerminalId, isUsualTerminalId, terminalIdMax } from "#lib/core/identifiers.ts";

type Props = {
  /** Undefined while loading, and when the gateway cannot list the merchant's terminals. */
  terminals: Terminals | undefined;
  isLoading: boolean;
  value: string;
  problem: string | undefined;
  onChange: (terminalId: string) => void;
  /** Reloads the list. */
  onRetry: () => void;
};

/** The terminal of the payment: selected from the list or, when the gateway returns none, typed. */
export function TerminalField({ terminals, isLoading, value, problem, onChange, onRetry }: Props) {
  const t = useTranslations("payments");
  if (terminals?.listed === false)
    return (
      <>
        <NotListed problem={terminals.problem ?? { message: "" }} onRetry={onRetry} />
        <TypedTerminal usedBefore={terminals.usedBefore} value={value} problem={problem} onChange={onChange} />
      </>
    );
  return (
    <Choice
      label={t("form.terminal")}
      isLoading={isLoading}
      className="w-full"
      value={value === "" ? null : value}
      options={(terminals?.items ?? []).map(({ terminalId, name, currency }) => ({
        value: terminalId,
        label: [terminalId, name, currency].filter(Boolean).join(" · "),
      }))}
      problem={problem}
      onChange={(terminalId) => onChange(terminalId ?? "")}
    />
  );
}

function NotListed({ problem, onRetry }: { problem: Said; onRetry: () => void }) {
  const [t, common, say] = [useTranslations("payments"), useTranslations("common"), useSay()];
  return (
    <Notice
      status="accent"
      role="status"
      title={t("form.typeTerminal")}
      action={
        <Button size="sm" variant="secondary" onPress={onRetry}>
          {common("tryAgain")}
        </Button>
      }
    >
      {t("form.typeTerminalWhy", { reason: say(problem) })}
    </Notice>
  );
}

type TypedProps = Pick<Props, "value" | "problem" | "onChange"> & { usedBefore: readonly string[] };

function TypedTerminal({ usedBefore, value, problem, onChange }: TypedProps) {
  const t = useTranslations("payments");
  const typed = value.trim();
  const isUnusual = isTerminalId(typed) && !isUsualTerminalId(typed);
  return (
    <div className="flex flex-col gap-2">
      <TextInput label={t("form.terminalId")} maxLength={terminalIdMax} value={value} onChange={onChange} problem={problem} />
      <p role="status" className="text-(--tone-warning) empty:hidden">
        {isUnusual ? t("form.unusualTerminal") : null}
      </p>
      {usedBefore.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-muted">{t("form.usedBefore")}</span>
          {usedBefore.map((terminalId) => (
            <Button key={terminalId} size="sm" variant="secondary" onPress={() => onChange(terminalId)}>
              <span className="reference">{terminalId}</span>
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
