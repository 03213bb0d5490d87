// Loaded before a command that the drill kills at one of its statements, as a power cut would; or whose statements it leaves out.
import pg from "pg";

const { COUNTERFOIL_KILL_BEFORE: before, COUNTERFOIL_KILL_AFTER: after, COUNTERFOIL_LEAVE_OUT: leftOut } = process.env;
const send = pg.Client.prototype.query;

const kill = () => process.kill(process.pid, "SIGKILL");

pg.Client.prototype.query = function query(statement, ...more) {
  const text = typeof statement === "string" ? statement : (statement?.text ?? "");
  const has = (part) => part && text.includes(part);
  if (has(leftOut)) return send.call(this, "select 1");
  if (has(before)) kill();
  const result = send.call(this, statement, ...more);
  if (has(after)) result?.then(kill);
  return result;
};
