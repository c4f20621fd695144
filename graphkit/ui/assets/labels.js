// Names and predicates over a network: one size at every zoom, none over another.

const LABELS = 90; // most labels drawn at once

// Nodes that are smaller than a speck on the screen are drawn as one, so a large graph is never blank.
function drawSpecks(view, context) {
  const scale = view.net.getScale(), least = 2.2 / scale, bodies = view.net.body.nodes;
  if (view.smallest > least) return;
  for (const [, { color, ids }] of view.groups) {
    context.fillStyle = color;
    for (const id of ids) {
      const body = bodies[id];
      if (!body || body.options.size > least) continue;
      context.globalAlpha = body.options.opacity ?? 1;
      context.fillRect(body.x - least * 0.75, body.y - least * 0.75, least * 1.5, least * 1.5);
    }
  }
  context.globalAlpha = 1;
}

// Labels have one size at every zoom and never cover each other: selected and important names come first.
function drawLabels(view, context) {
  const scale = view.net.getScale(), centre = view.net.getViewPosition();
  const width = view.host.clientWidth, height = view.host.clientHeight, bodies = view.net.body.nodes;
  const ratio = context.canvas.width / width;
  const taken = new Taken(width, height);
  const selected = view.net.getSelectedNodes();
  const ends = view.selection?.kind === "edge" ? view.net.getConnectedNodes(view.selection.id) : [];
  const forced = new Set([view.hovered, ...selected, ...ends]);
  const first = [...forced, ...(view.kept ?? selected.flatMap((id) => view.net.getConnectedNodes(id)))];
  context.save();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = 3.5;
  context.strokeStyle = view.theme.background;
  context.fillStyle = view.theme.text;
  let drawn = 0;
  const done = new Set();
  const draw = (id, isFirst) => {
    const body = bodies[id], node = view.info.get(id);
    if (!body || !node || done.has(id)) return;
    done.add(id);
    const at = (body.x - centre.x) * scale + width / 2, y = (body.y - centre.y) * scale + height / 2;
    if (at < 0 || y < 0 || at > width || y > height) return;
    const top = y + (node.size + 3) * scale + 2;
    context.font = `${isFirst ? 600 : 400} 12.5px ${view.theme.font}`;
    const half = context.measureText(node.label).width / 2 + 3;
    const x = Math.max(half, Math.min(width - half, at)); // a label never leaves the picture
    if (!taken.take(x - half, top, x + half, top + 15, forced.has(id))) return;
    context.strokeText(node.label, x, top);
    context.fillText(node.label, x, top);
    drawn += 1;
  };
  for (const id of first) draw(id, true);
  if (!view.kept) for (const { id } of view.data.nodes) if (drawn < LABELS) draw(id, false); else break;
  drawPredicates(view, context, taken, scale, (point) => [(point.x - centre.x) * scale + width / 2, (point.y - centre.y) * scale + height / 2]);
  context.restore();
}

// What stated relations say, where the line is long enough to carry it and no name stands there.
function drawPredicates(view, context, taken, scale, onScreen) {
  const kept = view.kept && new Set(view.kept), { nodes, edges } = view.net.body;
  context.font = `400 11px ${view.theme.font}`;
  context.fillStyle = view.theme.quiet;
  context.textBaseline = "middle";
  for (const { id, from, to, label } of view.predicates) {
    if (kept && !(kept.has(from) && kept.has(to))) continue;
    if (!edges[id]?.edgeType || !nodes[from] || !nodes[to]) continue; // drawn again before the network has them
    const [fromX, fromY] = onScreen(nodes[from]), [toX, toY] = onScreen(nodes[to]);
    const length = Math.hypot(toX - fromX, toY - fromY), half = context.measureText(label).width / 2 + 2;
    const near = nodes[from].options.size * scale, free = length - near - nodes[to].options.size * scale;
    if (free < 2 * half + 16) continue;
    const [x, y] = onScreen(edges[id].edgeType.getPoint((near + free / 2) / length));
    if (x < half || y < 0 || !taken.take(x - half, y - 7, x + half, y + 7, false)) continue;
    context.strokeText(label, x, y);
    context.fillText(label, x, y);
  }
}

// Which parts of the picture are covered by labels already.
class Taken {
  constructor(width, height) {
    this.columns = Math.ceil(width / 8) + 1;
    this.rows = Math.ceil(height / 8) + 1;
    this.cells = new Uint8Array(this.columns * this.rows);
  }

  take(left, top, right, bottom, isForced) {
    const from = Math.max(0, Math.floor(left / 8)), to = Math.min(this.columns - 1, Math.floor(right / 8));
    const low = Math.max(0, Math.floor(top / 8)), high = Math.min(this.rows - 1, Math.floor(bottom / 8));
    for (let row = low; row <= high && !isForced; row++)
      for (let column = from; column <= to; column++) if (this.cells[row * this.columns + column]) return false;
    for (let row = low; row <= high; row++) this.cells.fill(1, row * this.columns + from, row * this.columns + to + 1);
    return true;
  }
}
