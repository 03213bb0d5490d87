import type { MessageTexts } from "./message-texts.ts";
import { factsOf, headingOf, type MessageAlert, type MessageFrame, subjectOf } from "./write-message.ts";

type Write = (alerts: readonly MessageAlert[], texts: MessageTexts, frame: MessageFrame) => object;

/** Slack refuses more than 50 blocks, Teams more than 28 KB. */
export const slackAlertsMax = 50;
export const teamsAlertsMax = 15;

/** A message for Slack's incoming webhooks, and for what accepts the same. */
export const toSlack: Write = (alerts, texts, frame) => ({
  text: escapeSlack(subjectOf(alerts, texts, frame)),
  blocks: alerts.map((alert) => ({
    type: "section",
    text: { type: "mrkdwn", text: slackTextOf(alert, texts, frame.zone) },
  })),
});

function slackTextOf(alert: MessageAlert, texts: MessageTexts, zone: string): string {
  const lines = factsOf(alert, texts, zone).map(escapeSlack);
  return [`*${escapeSlack(headingOf(alert, texts))}*`, ...lines, `<${alert.url}|${escapeSlack(texts.say("open"))}>`].join("\n");
}

/** Otherwise a name could hold a link, or call everybody in the channel. */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** An Adaptive Card, as workflows of Microsoft Teams take it. Its text runs are shown as they are: a name cannot hold a link. */
export const toTeams: Write = (alerts, texts, frame) => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        body: alerts.flatMap((alert) => [
          textBlock(headingOf(alert, texts), { weight: "Bolder" }),
          ...factsOf(alert, texts, frame.zone).map((line) => textBlock(line)),
          {
            type: "ActionSet",
            actions: [{ type: "Action.OpenUrl", title: texts.say("open"), url: alert.url }],
          },
        ]),
      },
    },
  ],
});

function textBlock(text: string, style: object = {}): object {
  return { type: "RichTextBlock", inlines: [{ type: "TextRun", text, ...style }] };
}
