import { Link } from "./link.tsx";
import { Toolbar } from "./toolbar.tsx";

type Props = { label: string; current: string; tabs: readonly { key: string; href: string; label: string }[] };

/** The views of a list, each with an address of its own. */
export function ListTabs({ label, current, tabs }: Props) {
  return (
    <nav aria-label={label} className="fading-line mb-1 h-9 shrink-0 border-border border-b md:mb-2 print:hidden">
      <Toolbar label={label} className="flex h-full w-max gap-1">
        {tabs.map(({ key, href, label: text }) => (
          <Link
            key={key}
            href={href}
            aria-current={key === current ? "page" : undefined}
            className="flex items-center whitespace-nowrap border-transparent border-b-2 px-2.5 text-muted hover:text-foreground aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-foreground"
          >
            {text}
          </Link>
        ))}
      </Toolbar>
    </nav>
  );
}
