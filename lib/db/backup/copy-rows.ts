import { once } from "node:events";
import { Readable } from "node:stream";
import type pg from "pg";

const blockBytes = 1024 * 1024;
const blocksAhead = 4;

/** Text that every PostgreSQL version and every setting of server or role writes and reads alike. */
export const copySettings = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 3; set bytea_output = 'hex'; set xmloption = 'content';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** The part of pg's connection that its types leave out or describe for older versions. */
type Connection = {
  stream: NodeJS.WritableStream & { pause(): void; resume(): void; writableNeedDrain: boolean; destroyed: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** What pg calls while a statement of ours runs on its connection. */
type Submitted = {
  submit(connection: Connection): void;
  handleError(cause: Error): void;
  handleReadyForQuery(): void;
  handleCommandComplete(message: { text: string }): void;
  handleRowDescription(): void;
  handleCopyInResponse?(connection: Connection): void;
  handleCopyData?(message: { chunk: Buffer }): void;
};

/**
 * The rows of `COPY … TO STDOUT` in blocks of about a megabyte, each of whole rows. `onRow` sees every row; its bytes are
 * valid during the call only. Reads no faster than the caller. A caller that stops early must end the connection.
 */
export function copyOut(client: pg.ClientBase, statement: string, onRow: (row: Buffer) => void): AsyncIterable<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let connection: Connection | undefined;
  const blocks = new Readable({ objectMode: true, highWaterMark: blocksAhead, read: () => connection?.stream.resume() });
  const flush = () => {
    if (bytes > 0 && !blocks.push(Buffer.concat(waiting))) connection?.stream.pause();
    waiting = [];
    bytes = 0;
  };
  submit(client, {
    submit(opened) {
      connection = opened;
      opened.query(statement);
    },
    handleCopyData({ chunk }) {
      onRow(chunk);
      // A copy: pg reads the next bytes from the network into the same memory.
      waiting.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes >= blockBytes) flush();
    },
    handleError(cause) {
      blocks.destroy(cause);
    },
    handleReadyForQuery() {
      flush();
      connection?.stream.resume();
      connection = undefined;
      blocks.push(null);
    },
    handleCommandComplete() {},
    handleRowDescription() {},
  });
  return blocks;
}

/** Sends the blocks to `COPY … FROM STDIN`, no faster than the server takes them. Resolves with the number of rows. */
export function copyIn(client: pg.ClientBase, statement: string, blocks: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    let failure: unknown;
    let isOver = false;
    submit(client, {
      submit: (connection) => connection.query(statement),
      handleCopyInResponse(connection) {
        sendBlocks(connection, blocks, () => isOver).catch((cause: unknown) => {
          failure = cause;
          connection.sendCopyFail("the source of the rows failed");
        });
      },
      handleCommandComplete({ text }) {
        rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? Number.NaN);
      },
      handleError(cause) {
        isOver = true;
        reject(failure ?? cause);
      },
      handleReadyForQuery: () => resolve(rows),
      handleRowDescription() {},
    });
  });
}

async function sendBlocks(connection: Connection, blocks: AsyncIterable<Buffer>, isOver: () => boolean): Promise<void> {
  for await (const block of blocks) {
    if (isOver() || connection.stream.destroyed) return;
    connection.sendCopyFromChunk(block);
    if (connection.stream.writableNeedDrain) await untilDrained(connection.stream);
  }
  if (!isOver()) connection.endCopyFrom();
}

/** Also ends when the connection does: its statement fails by itself then. */
async function untilDrained(stream: NodeJS.WritableStream): Promise<void> {
  const settled = new AbortController();
  const waits = ["drain", "close"].map((event) => once(stream, event, { signal: settled.signal }).catch(() => {}));
  await Promise.race(waits).finally(() => settled.abort());
}

/** pg's types know only its own statements. */
function submit(client: pg.ClientBase, statement: Submitted): void {
  client.query(statement as unknown as pg.Submittable);
}
