import pg from "pg";

/** What came of asking the pool for a connection. */
export type PoolWatch = { onConnected(seconds: number): void; onRefused(): void };

type Callback = Parameters<pg.Pool["connect"]>[0];
type Connected = { client: pg.PoolClient; release: (destroy?: boolean | Error) => void };

/** Begins as pg's own text for a connection that did not come in time: it means the same. */
const fullText = "timeout exceeded when trying to connect: too many wait already";

/** As pg's, but only `waitingMax` wait for a connection: the next one is refused at once, and each wait is measured. */
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
    if (this.waitingCount >= this.waitingMax) {
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
