/**
 * The style and the script of the HTML report. Both are in the page itself: it loads nothing.
 *
 * @module
 */

/** Colours have a contrast of at least 4.5 to their background, in both schemes. */
export const style = `
:root { color-scheme: light dark; --text: #1a1c1e; --page: #fff; --soft: #f3f4f6; --line: #c4c7cc; --dim: #565b63;
  --error: #b3261e; --warning: #7a4f00; --info: #00568f; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --text: #e3e4e8; --page: #16181c; --soft: #23262c; --line: #4a4e57; --dim: #b0b4bd;
  --error: #ffb4ab; --warning: #ffd08a; --info: #9ecbff; --link: #a8c7fa; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 0 1rem 3rem; max-width: 72rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text);
  background: var(--page); }
h1 { font-size: 1.5rem; margin: 1rem 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
pre { margin: .5rem 0; padding: .5rem; overflow-x: auto; background: var(--soft); border-radius: .25rem; line-height: 1.4; }
form { position: sticky; top: 0; z-index: 1; padding: .5rem 0; background: var(--page); border-bottom: 1px solid var(--line);
  display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; }
form[hidden], [hidden] { display: none; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 1rem; }
legend { padding: 0; }
label { display: inline-flex; gap: .4rem; align-items: center; min-height: 2.25rem; }
.search { flex: 1 1 16rem; flex-direction: column; align-items: stretch; gap: 0; }
input[type=search], select, button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--dim);
  border-radius: .25rem; padding: .3rem .5rem; min-height: 2.25rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
ol.findings { list-style: none; margin: 0; padding: 0; }
ol.findings > li { margin: .5rem 0; padding: .5rem .75rem; border: 1px solid var(--line); border-left: .35rem solid var(--line);
  border-radius: .25rem; content-visibility: auto; contain-intrinsic-size: auto 12rem; }
li.error { border-left-color: var(--error); } li.warning { border-left-color: var(--warning); } li.info { border-left-color: var(--info); }
.error .severity, .error .mark { color: var(--error); } .warning .severity, .warning .mark { color: var(--warning); }
.info .severity, .info .mark { color: var(--info); }
.mark { font-weight: bold; } .other, .dim, .place { color: var(--dim); } .gutter { user-select: none; }
.help { border-left: .2rem solid var(--line); padding-left: .5rem; white-space: pre-wrap; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem .75rem .2rem 0; overflow-wrap: anywhere; }
td.number { text-align: right; }
@media print { form { display: none; } }
`;

/** Shows the form, which is of no use without it, filters, and puts findings under files or under rules. */
export const script = `
const form = document.querySelector("form");
const status = document.querySelector("[role=status]");
const groups = document.querySelector(".groups");
const items = [...document.querySelectorAll("ol.findings > li")].map((node) => ({ node, text: node.textContent.toLowerCase() }));
const makeSection = (title) => {
  const section = document.createElement("section");
  const heading = section.appendChild(document.createElement("h2"));
  heading.textContent = title;
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
  for (const section of groups.children) section.hidden = !section.querySelector("li:not([hidden])");
  status.textContent = shown + " of " + items.length + " findings shown";
};
let timer;
form.addEventListener("input", (event) => {
  clearTimeout(timer);
  timer = setTimeout(() => { if (event.target.name === "group") group(); filter(); }, 120);
});
form.addEventListener("submit", (event) => event.preventDefault());
for (const button of document.querySelectorAll("button[data-rule]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    form.elements.words.value = button.dataset.rule;
    filter();
    groups.scrollIntoView();
  });
}
form.hidden = items.length === 0;
if (items.length > 0) filter();
`;
