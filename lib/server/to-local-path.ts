/** The redirect after a sign-in: always a path of this site. */
export function toLocalPath(next: string | string[] | undefined): string {
  const home = "/sandbox";
  if (typeof next !== "string" || !next.startsWith("/")) return home;
  try {
    const here = new URL("http://desk.invalid");
    const target = new URL(next, here);
    return target.origin === here.origin && !target.pathname.startsWith("//") ? target.pathname + target.search : home;
  } catch {
    return home;
  }
}
