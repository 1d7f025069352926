/**
 * The style sheet and the script of the HTML report. The page contains both, so it loads nothing.
 *
 * @module
 */

/**
 * The style sheet. Colors have a contrast ratio of at least 4.5 to their background, in the light and the dark scheme.
 */
export const style = `
:root { color-scheme: light dark; --text: #1a1c1e; --page: #fff; --soft: #f3f4f6; --line: #c4c7cc; --dim: #565b63;
  --error: #b3261e; --warning: #7a4f00; --info: #00568f; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --text: #e3e4e8; --page: #16181c; --soft: #23262c; --line: #4a4e57; --dim: #b0b4bd;
  --error: #ffb4ab; --warning: #ffd08a; --info: #9ecbff; --link: #a8c7fa; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 0 1rem 3rem; max-width: 96rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text);
  background: var(--page); }
h1 { font-size: 1.5rem; margin: 1rem 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em; }
pre { margin: .5rem 0; padding: .5rem .75rem; overflow-x: auto; background: var(--soft); border-radius: .35rem; line-height: 1.45; }
h3 code, .help code { background: var(--soft); border-radius: .2rem; padding: .05rem .25rem; }
form { position: sticky; top: 0; z-index: 1; padding: .5rem 0; background: var(--page); border-bottom: 1px solid var(--line);
  display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: end; }
form[hidden], [hidden] { display: none !important; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 1rem; }
legend { padding: 0; color: var(--dim); font-size: .875rem; }
label { display: inline-flex; gap: .4rem; align-items: center; min-height: 2.25rem; }
.search { flex: 1 1 18rem; flex-direction: column; align-items: stretch; gap: 0; color: var(--dim); font-size: .875rem; }
input[type=search], select { font: inherit; font-size: 1rem; color: var(--text); background: var(--soft); border: 1px solid var(--dim);
  border-radius: .35rem; padding: .3rem .6rem; min-height: 2.25rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.count { font-size: .8rem; font-weight: 400; font-family: system-ui, sans-serif; background: var(--soft); color: var(--dim);
  border-radius: 1rem; padding: .05rem .5rem; white-space: nowrap; align-self: center; }
.rules { margin: 1rem 0; } .rules ul { list-style: none; margin: .25rem 0; padding: 0; }
.rules summary { font-weight: 600; cursor: pointer; padding: .25rem 0; }
.rules button, .plain { font: inherit; color: inherit; background: none; border: 0; border-left: .25rem solid var(--line); cursor: pointer;
  width: 100%; min-height: 2rem; padding: .2rem .5rem; display: flex; gap: .5rem; justify-content: space-between; text-align: left;
  overflow-wrap: anywhere; }
.rules button:hover, .rules button[aria-pressed=true] { background: var(--soft); }
.rules button[aria-pressed=true] { font-weight: 600; }
.rules .error > * { border-left-color: var(--error); } .rules .warning > * { border-left-color: var(--warning); }
.rules .info > * { border-left-color: var(--info); }
.columns > * { min-width: 0; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) 19rem; gap: 2rem; }
  .rules { order: 1; position: sticky; top: 5rem; align-self: start; max-height: calc(100vh - 6rem); overflow-y: auto; }
}
ol.findings { list-style: none; margin: 0; padding: 0; }
ol.findings > li { margin: .5rem 0; padding: .6rem .9rem; border: 1px solid var(--line); border-left-width: .35rem;
  border-radius: .35rem; content-visibility: auto; contain-intrinsic-size: auto 12rem; }
ol.findings > li.error { border-left-color: var(--error); } ol.findings > li.warning { border-left-color: var(--warning); }
ol.findings > li.info { border-left-color: var(--info); }
.error .severity, .error .mark { color: var(--error); } .warning .severity, .warning .mark { color: var(--warning); }
.info .severity, .info .mark { color: var(--info); }
.mark { font-weight: bold; } .other, .dim, .place { color: var(--dim); } .place { font-size: .875rem; } .gutter { user-select: none; }
[data-by=file] .file { display: none; }
.help { white-space: pre-wrap; }
@media (max-width: 30rem) { form { position: static; } pre { font-size: .8rem; padding: .5rem; } ol.findings > li { padding: .5rem .6rem; } }
@media print { form { display: none; } .columns { display: block; } }
`;

/** The script. It shows the form, which is useless without it, filters findings, and groups them by file or by rule. */
export const script = `
const form = document.querySelector("form");
const status = document.querySelector("[role=status]");
const groups = document.querySelector(".groups");
const buttons = [...document.querySelectorAll("button[data-rule]")];
const items = [...document.querySelectorAll("ol.findings > li")].map((node) => ({ node, text: node.textContent.toLowerCase() }));
const makeSection = (title) => {
  const section = document.createElement("section");
  const heading = section.appendChild(document.createElement("h2"));
  heading.textContent = title + " ";
  const size = heading.appendChild(document.createElement("span"));
  size.className = "count";
  const list = section.appendChild(document.createElement("ol"));
  list.className = "findings";
  return section;
};
const group = () => {
  const by = form.elements.group.value;
  const sections = new Map();
  for (const { node } of items) {
    const title = node.dataset[by];
    if (!sections.has(title)) sections.set(title, makeSection(title));
    sections.get(title).lastElementChild.append(node);
  }
  groups.dataset.by = by;
  groups.replaceChildren(...sections.values());
};
const filter = () => {
  const words = form.elements.words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const severities = new Set([...form.querySelectorAll("[type=checkbox]:checked")].map((box) => box.value));
  let shown = 0;
  for (const { node, text } of items) {
    node.hidden = !severities.has(node.dataset.severity) || !words.every((word) => text.includes(word));
    if (!node.hidden) shown++;
  }
  for (const section of groups.children) {
    const visible = section.querySelectorAll("ol > li:not([hidden])").length;
    section.hidden = visible === 0;
    section.querySelector(".count").textContent = visible;
  }
  for (const button of buttons) button.setAttribute("aria-pressed", String(words.length === 1 && words[0] === button.dataset.rule));
  status.textContent = shown + " of " + items.length + " findings shown";
};
let timer;
form.addEventListener("input", (event) => {
  clearTimeout(timer);
  timer = setTimeout(() => { if (event.target.name === "group") group(); filter(); }, 120);
});
form.addEventListener("submit", (event) => event.preventDefault());
for (const button of buttons) {
  button.previousElementSibling.remove();
  button.hidden = false;
  button.addEventListener("click", () => {
    const isShown = button.getAttribute("aria-pressed") === "true";
    form.elements.words.value = isShown ? "" : button.dataset.rule;
    filter();
    scrollTo(0, 0);
  });
}
if (innerWidth < 1024) document.querySelector("details")?.removeAttribute("open");
form.hidden = items.length === 0;
if (items.length > 0) filter();
`;
