import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Mention } from "#lib/contract/transaction.ts";

type Props = { base: string; mentions: readonly Mention[] };

/** Unverified notifications that name a transaction: links to where they open, never presented as its notification. */
export function MentionList({ base, mentions }: Props) {
  const t = useTranslations("notifications.mentions");
  if (mentions.length === 0) return null;
  return (
    <ul>
      {mentions.map(({ id, verification }) => (
        <li key={id}>
          <Link
            href={`${base}/notifications/${id}`}
            className="inline-flex min-h-8 items-center text-(--tone-warning) underline underline-offset-2"
          >
            {t(verification)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
