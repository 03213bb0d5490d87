export type Point = { x: number; y: number };

/** One page of a browser, and the little that a person does with it. The jobs are written once for all browsers on it. */
export type Driver = {
  goto(url: string): Promise<void>;
  /** Runs a function in the page, which may use nothing from around it; arguments and result travel as JSON. */
  run<Args extends readonly unknown[], Result>(work: (...args: Args) => Result | Promise<Result>, ...args: Args): Promise<Result>;
  /** Moves the mouse there and clicks. */
  click(point: Point, count?: number): Promise<void>;
  /** A key by its name in `KeyboardEvent.key`, after its modifiers: "Enter", "Control+a". */
  press(keys: string): Promise<void>;
  type(text: string): Promise<void>;
  /** A PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
};

/** The size of the page's window in every browser. */
export const windowSize = { width: 1440, height: 900 } as const;

/** The zone of a person who is not where the gateway is. */
export const zone = "Europe/Sofia";
