/** Who waits for a turn: a person, or the background until somebody waits for the same. */
export type Lane = { isBackground: boolean; hurry: () => void };

type Waiting = { lane: Pick<Lane, "isBackground">; start: () => void };

/** One at a time. Whoever waits goes next without polling, people before the background, else in the order they came. */
export function createTurns(): <Result>(lane: Pick<Lane, "isBackground">, work: () => Promise<Result>) => Promise<Result> {
  const waiting: Waiting[] = [];
  let isTaken = false;
  const startNext = () => {
    const person = waiting.findIndex(({ lane }) => !lane.isBackground);
    const [next] = waiting.splice(Math.max(person, 0), 1);
    if (next) next.start();
    else isTaken = false;
  };
  return async (lane, work) => {
    if (isTaken) await new Promise<void>((resolve) => waiting.push({ lane, start: resolve }));
    isTaken = true;
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}
