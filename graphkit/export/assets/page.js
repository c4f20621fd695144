"use strict";
// Draws the graph of the data block and tells about what is chosen. All text goes in as text, never as markup.
(() => {
  const graph = JSON.parse(document.getElementById("graph").textContent);
  const panel = document.getElementById("chosen");
  const found = document.getElementById("found");
  const search = document.getElementById("search");
  const details = new Map(graph.details.map((row) => [row.id, row]));
  const edgesOf = new Map();
  for (const edge of graph.relations) {
    for (const end of new Set([edge.source, edge.target])) {
      if (!edgesOf.has(end)) edgesOf.set(end, []);
      edgesOf.get(end).push(edge);
    }
  }

  const add = (parent, tag, text, kind) => {
    const element = document.createElement(tag);
    element.textContent = text;
    if (kind) element.className = kind;
    parent.append(element);
    return element;
  };
  const ink = getComputedStyle(document.body).color;
  const nodes = new vis.DataSet(graph.nodes.map((node) => ({ ...node, font: { color: ink } })));
  const edges = new vis.DataSet(graph.edges.map((edge) => ({ ...edge, font: { color: ink, strokeWidth: 0 } })));
  const network = new vis.Network(document.getElementById("network"), { nodes, edges }, graph.options);

  const quotes = (about) => {
    const rows = graph.quotes[about] || [];
    if (rows.length) add(panel, "h3", "Evidence");
    for (const quote of rows) {
      add(panel, "blockquote", quote.text);
      add(panel, "div", `${quote.document}, characters ${quote.start} to ${quote.end}${quote.said && `; ${quote.said}`}`, "quiet");
    }
  };
  const showNode = (id) => {
    const row = details.get(id);
    panel.replaceChildren();
    add(panel, "h2", row.name);
    add(panel, "div", `${row.type}; mentions: ${row.mentions}; documents: ${row.documents}`, "quiet");
    if (row.aliases.length) add(panel, "div", `Also: ${row.aliases.join(", ")}`);
    const own = edgesOf.get(id) || [];
    if (own.length) add(panel, "h3", `Edges: ${own.length}`);
    for (const edge of own.slice(0, 200)) {
      const other = edge.source === id ? edge.target : edge.source;
      const arrow = edge.directed ? (edge.source === id ? "→" : "←") : "–";
      add(panel, "button", `${arrow} ${edge.words} ${arrow} ${details.get(other).name}`).onclick = () => choose(other);
    }
    if (own.length > 200) add(panel, "div", `and ${own.length - 200} more`, "quiet");
    quotes(id);
  };
  const showEdge = (id) => {
    const edge = graph.relations.find((row) => row.id === id);
    panel.replaceChildren();
    add(panel, "h2", `${details.get(edge.source).name} ${edge.directed ? "→" : "–"} ${details.get(edge.target).name}`);
    add(panel, "div", edge.words);
    add(panel, "div", `weight: ${edge.weight}; documents: ${edge.documents}`, "quiet");
    for (const end of [edge.source, edge.target]) add(panel, "button", details.get(end).name).onclick = () => choose(end);
    quotes(id);
  };
  const choose = (id) => {
    network.selectNodes([id]);
    network.focus(id, { scale: Math.max(1, network.getScale()), animation: false });
    showNode(id);
  };

  network.on("selectNode", (event) => showNode(event.nodes[0]));
  network.on("selectEdge", (event) => { if (!event.nodes.length) showEdge(event.edges[0]); });
  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    found.replaceChildren();
    if (!wanted) return;
    const fits = graph.details.filter((row) => [row.name, ...row.aliases].some((n) => n.toLowerCase().includes(wanted)));
    for (const row of fits.slice(0, 12)) add(found, "button", `${row.name} (${row.type})`).onclick = () => choose(row.id);
    add(found, "div", fits.length ? `${fits.length} names` : "No name like that is drawn.", "quiet");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) { event.preventDefault(); search.focus(); }
  });
  const legend = document.getElementById("legend");
  for (const row of graph.legend) {
    const item = add(legend, "span", "");
    add(item, "span", "", "swatch").style.background = row.colour;
    item.append(`${row.letter} ${row.type}: ${row.count}`);
  }
  document.body.dataset.ready = "yes";
})();
