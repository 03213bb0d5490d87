import { NextIntlClientProvider } from "next-intl";
import { type ComponentProps, Suspense } from "react";
import { renderToReadableStream } from "react-dom/server";
import { expect, test } from "vitest";
import { serviceText } from "#lib/services/texts.ts";
import { useSay } from "./say.ts";

type Text = Parameters<ReturnType<typeof useSay>>[0];

function Said({ text }: { text: Text }) {
  return useSay()(text);
}

async function say(text: Text, locale: ComponentProps<typeof NextIntlClientProvider>["locale"]): Promise<string> {
  const stream = await renderToReadableStream(
    <NextIntlClientProvider locale={locale} messages={{}} timeZone="UTC">
      <Suspense>
        <Said text={text} />
      </Suspense>
    </NextIntlClientProvider>,
  );
  await stream.allReady;
  return (await new Response(stream).text()).replaceAll(/<[^>]*>/g, "");
}

const left = serviceText("refund_above_rest", { amount: { amountMinor: 123_450, currency: "EUR" } });

test("a text is said from its reason, with money as the language writes it", async () => {
  expect(left.message).toBe("At most EUR 1,234.50 is left to refund.");
  expect(await say(left, "en-GB")).toBe(left.message);
  expect(await say(left, "de-DE")).toContain("EUR 1.234,50");
  expect(await say(left, "de-DE")).not.toContain("left to refund");
});

test("a text in a text, and an error's code, are said too", async () => {
  const problem = serviceText("payment_not_sent", {
    reason: { reason: "gateway_timeout", message: "The gateway didn't respond in time." },
  });
  const inGerman = await say(problem, "de-DE");
  expect(inGerman).toContain(await say({ code: "gateway_timeout", message: "" }, "de-DE"));
  expect(inGerman).not.toMatch(/gateway did|not sent/);
});

test("a text that lacks a value of its reason stays as it is", async () => {
  expect(await say({ ...left, values: {} }, "de-DE")).toBe(left.message);
});

test("what has no known reason stays as it is", async () => {
  expect(await say({ message: "What the gateway wrote.", code: "unheard_of" }, "de-DE")).toBe("What the gateway wrote.");
});
