import { randomBytes } from "node:crypto";
import { chown, mkdir } from "node:fs/promises";
import path from "node:path";
import { withClient } from "#lib/db/connection/with-client.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { findDatabaseUser } from "#tools/embedded-postgres/database-user.ts";
import { startDatabaseWay } from "./database-way.ts";
import { untilThere } from "./failover-pair.ts";
import { createMachine, type Machine } from "./machine.ts";
import { createPatroniNode, type PatroniNode, type Promotion, ports, seePromotion, startEtcd, until } from "./patroni-node.ts";
import { prepareRoot } from "./prepare-root.ts";
import { type Programs, ProgramsMissingError, type Unpacked, unpackPackages } from "./programs.ts";
import type { SceneCluster } from "./scene.ts";

/** Two machines with Patroni, a third one with etcd only, and haproxy, which asks Patroni for the primary. */
export type PatroniCluster = SceneCluster & {
  nodes: readonly [PatroniNode, PatroniNode];
  primary(): PatroniNode;
  standby(): PatroniNode;
  /** Resolves when the standby has become the primary. */
  untilPromoted(): Promise<Promotion>;
  /** Until the standby follows, and commits wait for it where they shall. */
  untilFollowing(): Promise<void>;
};

type Options = { run: OwnRun; programs: Programs; unpacked: Unpacked; folder: string; isSynchronous: boolean };

export const drillAddress = "10.22.7.1";
const addresses = ["10.22.7.11", "10.22.7.12", "10.22.7.13"];
const writtenFolders = ["/var/lib/postgresql", "/run", "/tmp", "/dev/shm", "/proc"];

/** Of Debian 13: its PostgreSQL is one that the program works with. */
export const unpackPatroni = (folder: string): Unpacked =>
  unpackPackages(folder, ["postgresql-17", "patroni", "python3-etcd", "etcd-server", "dash", "coreutils"], "trixie");

export async function openPatroni(options: Options): Promise<PatroniCluster> {
  const { run, programs, folder, isSynchronous } = options;
  const placed = await placeMachines(options);
  const machines = placed.map(({ machine }) => machine);
  const [superuser, replication, restApi] = [makePassword(), makePassword(), makePassword()];
  const node = (index: 0 | 1) => {
    const place = placed[index];
    if (!place) throw new Error("There are not enough machines.");
    return createPatroniNode({ ...place, machines, isSynchronous, secrets: { superuser, replication, restApi } });
  };
  const nodes = [await node(0), await node(1)] as const;
  let [primary, standby]: [PatroniNode, PatroniNode] = [...nodes];
  const untilFollowing = () => {
    const path = isSynchronous ? "/sync" : "/replica?lag=1MB";
    return until(`${standby.name} follows`, async () => (await standby.statusOf(path)) === 200);
  };
  const start = async () => {
    for (const machine of machines) await machine.powerOn();
    await startEtcd(machines);
    primary.startPatroni();
    await until(`${primary.name} is the primary`, async () => (await primary.statusOf("/primary")) === 200);
    standby.startPatroni();
    await untilFollowing();
  };
  const close = async () => {
    await Promise.all(machines.map((machine) => machine.powerOff()));
  };
  await start();
  const serverOf = ({ machine }: PatroniNode) => ({ address: `${machine.address}:${ports.database}`, check: ports.restApi });
  const port = await startDatabaseWay({ run, programs, folder, servers: [serverOf(nodes[0]), serverOf(nodes[1])] });
  const urlOf = (database: string) => {
    const url = new URL(primary.url(database));
    url.host = `127.0.0.1:${port}`;
    return url.href;
  };
  await untilThere(urlOf("postgres"));
  return {
    nodes,
    primary: () => primary,
    standby: () => standby,
    untilFollowing,
    async untilPromoted() {
      const promotion = await seePromotion(standby);
      [primary, standby] = [standby, primary];
      return promotion;
    },
    async createDatabase(name) {
      await withClient({ connectionString: primary.url("postgres") }, (client) => client.query(`create database ${name}`));
      return urlOf(name);
    },
    start,
    stop: close,
    close,
  };
}

type Placed = { machine: Machine; disk: string; logFile: string };

async function placeMachines({ run, programs, unpacked: { root }, folder }: Options): Promise<Placed[]> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const owner = findDatabaseUser(path.join(root, "nobody"));
  if (!owner) throw new ProgramsMissingError("Changing the root folder needs root.");
  prepareRoot(root, owner, writtenFolders);
  const placing = addresses.map(async (address, index) => {
    const name = `machine${index + 1}`;
    const [disk, logFile] = [path.join(folder, name), path.join(folder, `${name}.log`)];
    await mkdir(disk, { mode: 0o700 });
    await chown(disk, owner.uid, owner.gid);
    return { machine: createMachine({ run, programs, root, disk, name, address, owner, logFile }), disk, logFile };
  });
  return Promise.all(placing);
}

const makePassword = () => randomBytes(18).toString("base64url");
