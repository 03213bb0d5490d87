import { type Shot, states, themes, widths } from "./shots.ts";

type Taken = { shot: Shot; problem: string | undefined };

/** A standalone page without a server: every picture, with filters, and each in full size on a click. */
export function toGalleryPage(taken: readonly Taken[], { at, commit }: { at: string; commit: string }): string {
  const shots = taken.map(({ shot, problem }) => ({ ...shot, problem }));
  const pages = [...new Set(shots.map(({ page }) => page))];
  const choices = { page: pages, theme: themes, width: widths.map(String), state: states };
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Counterfoil: every page</title>
<style>${style}</style>
<header><h1>Every page of Counterfoil</h1><p>${shots.length} pictures, ${toText(at)}, ${toText(commit)}. <output></output></p>
<form>${Object.entries(choices).map(toFieldset).join("")}</form></header>
<main></main>
<dialog><p></p><img alt=""></dialog>
<script>const shots = ${JSON.stringify(shots).replaceAll("<", "\\u003c")};
${script}</script>
</html>
`;
}

function toFieldset([name, values]: [string, readonly string[]]): string {
  const options = values.map((value) => `<option>${toText(value)}</option>`).join("");
  return `<label>${name} <select name="${name}"><option value="">all</option>${options}</select></label>`;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const toText = (text: string) => text.replace(/[&<>"]/g, (item) => escapes[item] ?? item);

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; } h1 { margin: 0; font-size: 1.2rem; } p { margin: .2rem 0; }
header { position: sticky; top: 0; z-index: 1; padding: .7rem 1rem; background: Canvas; border-bottom: 1px solid GrayText; }
form { display: flex; flex-wrap: wrap; gap: 1rem; } select { font: inherit; }
main { display: flex; flex-wrap: wrap; gap: 1rem; padding: 1rem; align-items: flex-start; }
h2 { width: 100%; margin: .5rem 0 0; font-size: 1rem; }
figure { margin: 0; } figcaption { font-size: .8rem; }
button { display: block; padding: 0; border: 1px solid GrayText; background: none; cursor: zoom-in; }
button img { display: block; height: 15rem; object-fit: cover; object-position: top; }
.problem { color: #c00; }
dialog { max-width: 96vw; max-height: 94vh; overflow: auto; padding: .5rem; } dialog img { max-width: 100%; }
`;

/** Runs in the gallery's own page. */
const script = `
const form = document.querySelector("form"), main = document.querySelector("main"), dialog = document.querySelector("dialog");
const keys = ["page", "theme", "width", "state"];
const nameOf = (shot) => keys.map((key) => shot[key]).join(" · ");
const thumbWidth = { 1440: 380, 768: 210, 360: 120 };
let listed = [], current = 0;
function show() {
  const wanted = new FormData(form);
  listed = shots.filter((shot) => keys.every((key) => !wanted.get(key) || String(shot[key]) === wanted.get(key)));
  document.querySelector("output").textContent = listed.length + " shown. Arrow keys leaf through them.";
  location.hash = keys.map((key) => wanted.get(key)).join("/");
  const parts = [];
  let heading;
  listed.forEach((shot, at) => {
    const name = shot.page + ", " + shot.state;
    if (name !== heading) parts.push(Object.assign(document.createElement("h2"), { textContent: (heading = name) }));
    const figure = document.createElement("figure"), button = document.createElement("button"), caption = document.createElement("figcaption");
    button.type = "button";
    button.append(Object.assign(new Image(thumbWidth[shot.width]), { loading: "lazy", src: shot.file, alt: nameOf(shot) }));
    button.onclick = () => open(at);
    caption.textContent = shot.theme + " " + shot.width + (shot.problem ? ": " + shot.problem : "");
    if (shot.problem) caption.className = "problem";
    figure.append(button, caption);
    parts.push(figure);
  });
  main.replaceChildren(...parts);
}
function open(at) {
  current = (at + listed.length) % listed.length;
  const shot = listed[current];
  dialog.querySelector("p").textContent = nameOf(shot);
  Object.assign(dialog.querySelector("img"), { src: shot.file, alt: nameOf(shot) });
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}
dialog.onclick = () => dialog.close();
addEventListener("keydown", (event) => {
  if (dialog.open && event.key === "ArrowRight") open(current + 1);
  if (dialog.open && event.key === "ArrowLeft") open(current - 1);
});
decodeURIComponent(location.hash.slice(1)).split("/").forEach((value, at) => { if (keys[at]) form.elements[keys[at]].value = value; });
form.onchange = show;
show();
`;
