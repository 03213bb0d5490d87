import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockFileFor, withProcessLock } from "./process-lock.mjs";

let folder = "";
const lock = () => path.join(folder, "work.lock");
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "counterfoil-lock-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
}

describe("the process lock", () => {
  it("lets one work at a time and is gone afterwards, also after a failure", async () => {
    let inside = 0;
    let max = 0;
    const work = async () => {
      inside += 1;
      max = Math.max(max, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all([1, 2, 3].map(() => withProcessLock(lock(), work)));
    expect(max).toBe(1);
    await expect(withProcessLock(lock(), () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(existsSync(lock())).toBe(false);
  });

  // An attacker with access to the shared temporary folder could block every start or observe it.
  it("lies in the folder that is worked on, where only who may write there can make it, and is its owner's alone", async () => {
    const file = lockFileFor(folder, "install");
    expect(path.dirname(file)).toBe(folder);
    await withProcessLock(file, async ({ hold }) => {
      hold(process.pid);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is taken over from a dead process", async () => {
    writeFileSync(lock(), JSON.stringify([await deadPid()]));
    expect(await withProcessLock(lock(), async () => "done")).toBe("done");
  });

  it("is taken over when its file is damaged", async () => {
    writeFileSync(lock(), "[12");
    expect(await withProcessLock(lock(), async () => "done")).toBe("done");
  });

  it("is waited for while a child it was lent to still works, though its holder died", async () => {
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
    writeFileSync(lock(), JSON.stringify([await deadPid(), child.pid]));
    const order: string[] = [];
    await withProcessLock(
      lock(),
      async () => void order.push("worked"),
      () => {
        order.push("waited");
        child.once("exit", () => order.push("child ended"));
        child.stdin.end();
      },
    );
    expect(order).toEqual(["waited", "child ended", "worked"]);
  });
});
