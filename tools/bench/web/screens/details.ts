import { createPrivateKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { encodeEntries, notifyEntries, signEntries } from "#lib/notifications/testing/sign.ts";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { type Criterion, countOf, highest } from "./criterion.ts";
import { readClicks } from "./in-page.ts";
import { ownRecords } from "./own-records.ts";
import { type Screens, surveyedOnce } from "./screens.ts";

type Detail = Awaited<ReturnType<typeof readDetail>> & { place: string };

/** The page of one transaction, terminal payment or notification. */
export const detailCriteria: readonly Criterion[] = [
  {
    id: "D1",
    what: "title, sentence, first facts and first event of a record end, 1280x800",
    most: 560,
    unit: "px",
    measure: async (screens) => highest(await surveyDetails(screens), ({ answerPx }) => answerPx),
  },
  {
    id: "D2",
    what: "facts of a record, with those for which there is no room",
    most: 12,
    measure: async (screens) => highest(await surveyDetails(screens), ({ facts }) => facts),
  },
  {
    id: "D2",
    what: "words of a record before anything is opened",
    most: 120,
    measure: async (screens) => highest(await surveyDetails(screens), ({ words }) => words),
  },
  {
    id: "D2",
    what: "facts without a value, and values that stand twice",
    most: 0,
    measure: async (screens) =>
      countOf((await surveyDetails(screens)).flatMap(({ place, odd }) => odd.map((item) => `${place}: ${item}`))),
  },
  {
    id: "D3",
    what: "height of a record's page",
    most: 2_000,
    unit: "px",
    measure: async (screens) => highest(await surveyDetails(screens), ({ heightPx }) => heightPx),
  },
  {
    id: "D3",
    what: "height of a notification with a field of 60,000 characters",
    most: 2_500,
    unit: "px",
    measure: measureLongest,
  },
  { id: "D5", what: "clicks to refund a terminal payment", most: 3, measure: countRefundClicks },
  { id: "D5", what: "clicks to write a note", most: 1, measure: countNoteClicks },
  { id: "D5", what: "clicks to copy the support bundle, which begins with the sentence", most: 2, measure: countBundleClicks },
  {
    id: "D6",
    what: "records whose title is not amount, status and order",
    most: 0,
    measure: async (screens) =>
      countOf(
        (await surveyDetails(screens)).flatMap(({ place, title }) =>
          // The number of open alerts comes before every title.
          /^(?:\(\d+\) )?−?[\d,.]+ [A-Z]{3} · [^·]+ · \S+/.test(title) ? [] : `${place}: ${title}`,
        ),
      ),
  },
];

const surveyDetails = surveyedOnce(readDetails);

async function readDetails(screens: Screens): Promise<Detail[]> {
  const { app, records, withPage } = screens;
  const { merchant, reference, paymentId, notification } = records;
  const own = await ownRecords(screens);
  const [rejected] = await listNotifications(app, "verdict=invalid&limit=1");
  const found: Detail[] = [];
  for (const [place, address] of [
    ["transaction", `${merchant}/transactions/${reference}`],
    ["terminal payment", `${merchant}/payments/${paymentId}`],
    ["notification", `${notification.merchant}/notifications/${notification.id}`],
    ["rejected notification", `${rejected?.merchant}/notifications/${rejected?.id}`],
    ["reversed transaction", own.reversed],
    ["refunded terminal payment", own.refunded],
    ["unknown terminal payment", own.unknown],
  ] as const) {
    await withPage({ path: `/sandbox/${address}`, width: 1280, height: 800 }, async (page) => {
      await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
      found.push({ ...(await readDetail(page)), title: await page.title(), place });
    });
  }
  return found;
}

async function listNotifications({ origin, cookie }: Screens["app"], query: string): Promise<{ id: string; merchant: string }[]> {
  const answer = await fetch(`${origin}/api/sandbox/notifications?${query}`, { headers: { cookie } });
  return ((await answer.json()) as { items: { id: string; merchant: string }[] }).items;
}

function readDetail(page: Page) {
  return page.evaluate(() => {
    const main = document.querySelector("main");
    const all = (selector: string) => [...(main?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const bottom = (elements: readonly Element[]) =>
      Math.max(...elements.map((element) => element.getBoundingClientRect().bottom));
    const facts = all("dl > div").filter((fact) => !fact.closest("details"));
    const lists = all("dl[data-facts]").filter((list) => !list.closest("details"));
    const left = lists.reduce((sum, list) => sum + Number(list.dataset.facts) - list.children.length, 0);
    const values = facts.map((fact) => fact.querySelector("dd")?.innerText.trim() ?? "");
    const isMain = (fact: HTMLElement) => /^(Order|Reference|Card)/.test(fact.innerText);
    const odd = [
      ...values.filter((value) => value === "" || value === "–").map(() => "a fact without a value"),
      ...values.filter((value, index) => value !== "" && values.indexOf(value) < index),
    ];
    const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    // The page of a problem opens what explains it; that is what was opened, not what comes before.
    const opened = all("details[open] > :not(summary)").map(({ innerText }) => innerText);
    return {
      answerPx: bottom([
        ...all("h1"),
        ...all("section[aria-label=Summary]"),
        ...facts.filter(isMain),
        ...all("ol > li").slice(0, 1),
      ]),
      facts: facts.length + left,
      words: countWords(main?.innerText ?? "") - countWords(opened.join(" ")),
      odd,
      heightPx: document.documentElement.scrollHeight,
      title: "",
    };
  });
}

/** As long as a field can be that is stored at all. */
async function measureLongest({ app, withPage }: Screens) {
  const { notify } = JSON.parse(await readFile(path.join(app.dataDir, "sign-in.json"), "utf8")) as {
    notify: { merchant: string; url: string; privateKeyPem: string; sid: string }[];
  };
  const [store] = notify;
  if (!store) return { value: Number.NaN };
  const orderId = `LONG-${Date.now().toString(36)}`;
  // None of its characters grows when it is encoded, since the gateway's whole message has at most 65,536 bytes.
  const entries = notifyEntries({ sid: store.sid, orderId, trnref: "990060" }, [["CustomerNote", "longtext".repeat(7_500)]]);
  const body = encodeEntries([...entries, ["Signature", signEntries(entries, createPrivateKey(store.privateKeyPem))]]);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await fetch(store.url, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The notification was answered ${answer.status}: ${await answer.text()}`);
  const read = async () => (await listNotifications(app, `q=${orderId}`))[0];
  await expect.poll(read).toBeDefined();
  const { id, merchant } = (await read()) ?? {};
  return withPage({ path: `/sandbox/${merchant}/notifications/${id}`, width: 1280, height: 800 }, async (page) => ({
    value: await page.evaluate(() => document.documentElement.scrollHeight),
  }));
}

async function countRefundClicks({ records, withPage }: Screens) {
  return withPage({ path: `/sandbox/${records.merchant}/payments/${records.paymentId}` }, async (page) => {
    await page.getByRole("button", { name: /^Refund/ }).click();
    const dialog = page.getByRole("dialog");
    const reason = dialog.getByRole("textbox", { name: /Reason/ });
    // The focus goes to the first field; the amount is filled in, and Tab leads to the reason.
    await reason.focus();
    await page.keyboard.type("Returned");
    await dialog.getByRole("button", { name: /^Refund/ }).click();
    await expect(dialog).toHaveCount(0);
    return { value: await readClicks(page) };
  });
}

async function countNoteClicks({ records, withPage }: Screens) {
  return withPage({ path: `/sandbox/${records.merchant}/transactions/${records.reference}` }, async (page) => {
    await page.getByRole("textbox", { name: "Add a note" }).click();
    await page.keyboard.type("The customer called.");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByText("The customer called.").and(page.locator(":not(textarea)")).first()).toBeVisible();
    return { value: await readClicks(page) };
  });
}

async function countBundleClicks({ records, withPage }: Screens) {
  return withPage({ path: `/sandbox/${records.merchant}/transactions/${records.reference}` }, async (page) => {
    const sentence = await page.locator("section[aria-label=Summary] p").first().innerText();
    // All windows share one clipboard.
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.getByRole("button", { name: "Support bundle" }).click();
    await page.getByRole("menuitem", { name: /^Copy/ }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).not.toBe("");
    await untilIdle(page);
    const isFirst = (await copied()).split("\n").slice(0, 4).join("\n").includes(sentence);
    return { value: isFirst ? await readClicks(page) : Number.NaN, where: isFirst ? undefined : "begins with something else" };
  });
}
