import { z } from "zod";

/** How the sandbox's gateway can be made to misbehave. The first ones last until they are put back, the last two happen once. */
export const scenarioIds = ["slow", "away", "throttled", "refused", "lock_guard", "lost_answer", "forged", "duplicate"] as const;
export type ScenarioId = (typeof scenarioIds)[number];

const scenarioViewSchema = z.object({
  id: z.enum(scenarioIds),
  /** The one merchant it concerns. */
  merchant: z.string(),
  merchantName: z.string(),
  isOn: z.boolean(),
  /** The screen that shows what the desk does about it. */
  href: z.string(),
});
export type ScenarioView = z.infer<typeof scenarioViewSchema>;

export const scenariosSchema = z.array(scenarioViewSchema);

/** What came of beginning one: where to look, and, for the lock guard, how often was asked and how often the gateway heard it. */
export const scenarioBegunSchema = scenarioViewSchema.extend({
  order: z.string().nullable(),
  asked: z.int().nullable(),
  heard: z.int().nullable(),
});
export type ScenarioBegun = z.infer<typeof scenarioBegunSchema>;
