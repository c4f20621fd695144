// Shows pieces of text with marks. Every text is set by textContent: nothing in a document can become markup.

function badgeElement(letter) {
  const badge = document.createElement("span");
  badge.className = "gk-letter";
  badge.setAttribute("aria-hidden", "true");
  badge.dataset.letter = letter;
  return badge;
}

// A piece with several lines under it: one element in the other, the nearest line innermost.
function layeredElement(text, lines, letters, note) {
  let inner = document.createTextNode(text);
  for (const [colour, stroke, level] of lines) {
    const mark = document.createElement("mark");
    mark.className = "gk-line";
    mark.style.setProperty("--gk-colour", colour);
    mark.style.setProperty("--gk-level", level);
    mark.style.borderBottomStyle = stroke;
    mark.append(inner);
    inner = mark;
  }
  if (note) inner.title = note;
  if (letters) inner.append(badgeElement(letters));
  return inner;
}

function markElement([text, colour, letter, note, isFocus, lines]) {
  if (lines && lines.length) return layeredElement(text, lines, letter, note);
  if (!colour && !isFocus) return document.createTextNode(text);
  const element = document.createElement(colour ? "mark" : "span");
  element.textContent = text;
  if (isFocus) element.classList.add("gk-focus");
  if (note) element.title = note;
  if (colour) element.style.setProperty("--gk-colour", colour);
  if (letter) element.append(badgeElement(letter));
  return element;
}

function quoteElement(item, index, open) {
  const quote = document.createElement("div");
  quote.className = "gk-quote";
  if (item.title) {
    const head = document.createElement("div");
    head.className = "gk-head";
    const link = document.createElement("a");
    link.textContent = item.title;
    link.href = item.href;
    link.title = "Open the document at this place";
    link.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      open(index);
    };
    head.append(link);
    if (item.note) {
      const note = document.createElement("span");
      note.className = "gk-note";
      note.textContent = item.note;
      head.append(note);
    }
    quote.append(head);
  }
  const text = document.createElement("div");
  text.className = "gk-text";
  text.append(...item.pieces.map(markElement));
  quote.append(text);
  return quote;
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const host = parentElement.querySelector(".gk-quotes");
  const shown = JSON.stringify(data);
  if (host.dataset.shown === shown) return;
  host.dataset.shown = shown;
  host.classList.toggle("gk-wide", data.wide);
  host.classList.toggle("gk-layered", Boolean(data.layered));
  host.style.maxHeight = data.height ? data.height + "px" : "";
  const open = (index) => setTriggerValue("open", index);
  host.replaceChildren(...data.items.map((item, index) => quoteElement(item, index, open)));
  if (data.wide) {
    const focus = host.querySelector(".gk-focus");
    if (focus) host.scrollTop = focus.offsetTop - host.offsetTop - data.height / 3;
    else host.scrollTop = 0;
  }
}
