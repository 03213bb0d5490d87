import { type SandboxSettings, sandboxSettingsSchema } from "../settings.ts";
import type { RecordKind } from "../storage.ts";
import type { World } from "../world.ts";

/** Written by other processes too, so it is parsed when read. */
const kind: RecordKind<Partial<SandboxSettings>> = "settings";
const key = "changed";

/** Applies the settings that the control endpoint changed; they apply to every process of the storage. */
export async function withLiveSettings(world: World): Promise<World> {
  const record = await world.storage.find(kind, key);
  if (!record) return world;
  const settings = { ...world.settings, ...sandboxSettingsSchema.partial().parse(record.value) };
  return { ...world, settings, unknown: unknownMembers(settings) };
}

export function changeSettings({ storage, now }: World, changes: Partial<SandboxSettings>): Promise<void> {
  return storage.update(kind, key, (record) => {
    const value = { ...record?.value, ...changes };
    return { record: { group: "", at: now(), tag: "", value }, result: undefined };
  });
}

export function deleteSettings({ storage }: World): Promise<void> {
  return storage.remove(kind, key);
}

/** Undocumented members for every object, if configured. */
export function unknownMembers(settings: SandboxSettings): () => Record<string, unknown> {
  return () => (settings.unknownMembers ? { x_internal_flag: true, x_trace: { node: "sandbox", hops: [1, 2] } } : {});
}
