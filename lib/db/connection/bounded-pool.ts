import pg from "pg";

/** The outcome of a request for a connection. */
export type PoolWatch = { onConnected(seconds: number): void; onRefused(): void };

type Callback = Parameters<pg.Pool["connect"]>[0];
type Connected = { client: pg.PoolClient; release: (destroy?: boolean | Error) => void };

/** Starts like pg's own message for a connection timeout, because it means the same. */
const fullText = "timeout exceeded when trying to connect: too many wait already";

/** Like pg's pool, but at most `waitingMax` requests wait for a connection: further ones fail at once. Measures each wait. */
export class BoundedPool extends pg.Pool {
  readonly waitingMax: number;
  watch: PoolWatch | undefined;

  constructor({ waitingMax, ...config }: pg.PoolConfig & { waitingMax: number }) {
    super(config);
    this.waitingMax = waitingMax;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (!callback) return connected.then(({ client }) => client);
    connected.then(
      ({ client, release }) => callback(undefined, client, release),
      (cause: Error) => callback(cause, undefined, () => {}),
    );
    return undefined;
  }

  #connect(): Promise<Connected> {
    // None is left while commits that every connection was given up for still wait for a standby (hung-connections.ts).
    if (this.waitingCount >= this.waitingMax || this.options.max === 0) {
      this.watch?.onRefused();
      return Promise.reject(new Error(fullText));
    }
    const askedAt = performance.now();
    return new Promise((resolve, reject) => {
      super.connect((cause, client, release) => {
        if (client) {
          this.watch?.onConnected((performance.now() - askedAt) / 1_000);
          resolve({ client, release });
        } else {
          this.watch?.onRefused();
          reject(cause);
        }
      });
    });
  }
}
