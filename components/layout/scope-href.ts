const everyScope: readonly string[] = ["", "transactions", "payments", "notifications"];
const oneMerchant: readonly string[] = [...everyScope, "endpoints", "connection"];

type Scope = {
  environment: string;
  /** The merchant in the address; undefined: all merchants, or a page of the environment. */
  from: string | undefined;
  to: string | undefined;
};

/** The same kind of page in another scope; its transactions where that scope has no such page. */
export function toScopeHref(pathname: string, { environment, from, to }: Scope): string {
  const [, , second = "", third = ""] = pathname.split("/");
  const page = from === undefined ? second : third;
  const kept = (to === undefined ? everyScope : oneMerchant).includes(page) ? page : "transactions";
  return ["", environment, ...(to === undefined ? [] : [to]), ...(kept === "" ? [] : [kept])].join("/");
}
