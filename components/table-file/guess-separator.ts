const marks = ["\t", ";", ","] as const;
type Mark = (typeof marks)[number];
type Counts = Record<Mark, number>;

const linesMax = 50;
const charactersMax = 65_536;

/**
 * The separator of a text's columns: the mark of which most of the first lines have the same number, so that a title or a note
 * does not decide. Of equal ones the comma counts last, since it may be an amount's decimal sign.
 */
export function guessSeparator(text: string): Mark {
  const lines = countMarks(text.slice(0, charactersMax));
  const agreeing = marks.map((mark) => {
    const counts = lines.map((line) => line[mark]).filter((count) => count > 0);
    return Math.max(0, ...[...Map.groupBy(counts, (count) => count).values()].map(({ length }) => length));
  });
  const most = Math.max(...agreeing);
  return (most > 0 && marks[agreeing.indexOf(most)]) || ",";
}

/** Of each of the first lines that are not empty, the marks outside of quotes. */
function countMarks(text: string): Counts[] {
  const lines: Counts[] = [];
  let line = { "\t": 0, ";": 0, ",": 0, decimal: 0 };
  let isQuoted = false;
  let isEmpty = true;
  const end = () => {
    // Beside another mark, commas that stand in numbers only are decimal signs.
    const isDecimal = line["\t"] + line[";"] > 0 && line.decimal === line[","];
    if (!isEmpty) lines.push(isDecimal ? { ...line, ",": 0 } : line);
    line = { "\t": 0, ";": 0, ",": 0, decimal: 0 };
    isEmpty = true;
  };
  for (let at = 0; at < text.length && lines.length < linesMax; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"') isQuoted = !isQuoted;
    if (!isQuoted && (letter === "\n" || letter === "\r")) end();
    else if (letter.trim() !== "") isEmpty = false;
    if (isQuoted) continue;
    if (letter === "\t" || letter === ";" || letter === ",") line[letter] += 1;
    if (letter === "," && isDigit(text[at - 1]) && isDigit(text[at + 1])) line.decimal += 1;
  }
  end();
  return lines;
}

function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && letter >= "0" && letter <= "9";
}
