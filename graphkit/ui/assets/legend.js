// The legend below a network, and the picture that is saved with it.

function showLegend(view) {
  const types = view.data.legend.map((row) => {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.title = "Show only where these are";
    chip.append(drawnShape(row.shape, row.colour), row.type, small(row.count.toLocaleString("en")));
    chip.onclick = () => view.net && view.light(row.type);
    chip.setAttribute("aria-pressed", String(view.spotlight === row.type));
    return chip;
  });
  const lines = view.data.lines.map(([style, words]) => {
    const item = document.createElement("span");
    item.className = "gk-line";
    item.append(drawnLine(style), words);
    return item;
  });
  view.root.querySelector(".gk-legend").replaceChildren(...types, ...lines);
}

function savePicture(view) {
  const drawn = view.host.querySelector("canvas"), copy = document.createElement("canvas");
  const ratio = drawn.width / view.host.clientWidth, foot = 34 * ratio;
  copy.width = drawn.width;
  copy.height = drawn.height + foot;
  const context = copy.getContext("2d");
  context.fillStyle = view.theme.background;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(drawn, 0, 0);
  context.font = `${12 * ratio}px ${view.theme.font}`;
  context.textBaseline = "middle";
  let x = 14 * ratio;
  for (const { type, colour, count } of view.data.legend) {
    const words = `${type} ${count.toLocaleString("en")}`;
    context.fillStyle = colour;
    context.fillRect(x, drawn.height + foot / 2 - 5 * ratio, 10 * ratio, 10 * ratio);
    context.fillStyle = view.theme.text;
    context.fillText(words, x + 15 * ratio, drawn.height + foot / 2);
    x += context.measureText(words).width + 32 * ratio;
  }
  copy.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = "graph.png";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
}

const SHAPES = {
  square: "M2 2H12V12H2Z", triangle: "M7 1.5 13 12.5H1Z", triangleDown: "M1 1.5H13L7 12.5Z", diamond: "M7 .5 13 7 7 13.5 1 7Z",
  star: "M7 .5 8.8 5H13.5L9.8 8 11.2 13 7 10 2.8 13 4.2 8 .5 5H5.2Z", hexagon: "M3.5 1.5H10.5L14 7 10.5 12.5H3.5L0 7Z",
  dot: "M7 1A6 6 0 1 1 7 13A6 6 0 1 1 7 1Z",
};

function svg(width, path, attributes) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", `0 0 ${width} 14`);
  picture.setAttribute("width", width);
  picture.setAttribute("height", 14);
  picture.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [name, value] of Object.entries({ d: path, ...attributes })) line.setAttribute(name, value);
  picture.append(line);
  return picture;
}

function drawnShape(shape, colour) {
  return svg(14, SHAPES[shape] ?? SHAPES.dot, { fill: colour });
}

function drawnLine(style) {
  const look = { stroke: "currentColor", "stroke-width": 1.6, fill: "none" };
  if (style === "stated") return svg(26, "M1 7H24M19 3.5 24.5 7 19 10.5", look);
  if (style === "hedged") return svg(26, "M1 7H24M19 3.5 24.5 7 19 10.5", { ...look, "stroke-dasharray": "1.5 3" });
  if (style === "negated") return svg(26, "M1 7H24", { ...look, stroke: "#D55E00", "stroke-dasharray": "4 3" });
  return svg(26, "M1 7H25", { ...look, opacity: 0.45 });
}

function small(text) {
  const element = document.createElement("small");
  element.textContent = text;
  return element;
}
