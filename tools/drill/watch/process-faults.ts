import path from "node:path";
import { makeOtherBuild } from "../other-build.ts";
import { probeOf } from "../scene.ts";
import type { Fault } from "./fault.ts";

export const neverBackedUp: Fault = {
  name: "no backup was ever made",
  alerts: ["BackupLate"],
  begin:
    async ({ folder, runProgram }) =>
    () =>
      runProgram("backup", ["--to", path.join(folder, "backups")]),
};

export const processDown: Fault = {
  name: "a process is down",
  alerts: ["ProcessDown"],
  async begin({ scene }) {
    const web = scene.members.find(({ role }) => role === "web");
    await web?.stop();
    return async () => {
      web?.start();
      await web?.untilOk(probeOf.web);
    };
  },
};

export const restartHalfway: Fault = {
  name: "a rolling restart stops halfway",
  alerts: ["VersionsDiffer"],
  async begin({ folder, scene, prometheus }) {
    const build = path.join(folder, "other-build");
    await makeOtherBuild(build);
    const ports = scene.members.map(({ port }) => port);
    const member = await scene.join("other", "web", build);
    await prometheus.watch([...ports, member.port]);
    return async () => {
      await prometheus.watch(ports);
      await member.stop();
    };
  },
};
