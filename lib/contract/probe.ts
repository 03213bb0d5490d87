import { z } from "zod";

export const aliveSchema = z.object({ status: z.literal("alive") });
export const readySchema = z.object({ status: z.literal("ready") });
