// Shows a vis-network (the library stands above this script) and reports what people do with it.
// Names reach the page only through textContent and the canvas: nothing in a document can become markup.

const VIEWS = new WeakMap();
const CLICK_MS = 230; // a second click within this time makes it a double click
const STRETCH = 1.8; // most that places are drawn out along one axis
const DIMMED = 2500; // most nodes for which the others fade when one is selected

export default function (component) {
  const { data, parentElement } = component;
  const root = parentElement.querySelector(".gk-network");
  let view = VIEWS.get(parentElement);
  if (!view) {
    view = new NetworkView(root);
    VIEWS.set(parentElement, view);
  }
  view.component = component;
  view.show(data);
  return () => {
    view.destroy();
    VIEWS.delete(parentElement);
  };
}

class NetworkView {
  constructor(root) {
    this.root = root;
    this.host = root.querySelector(".gk-host");
    this.host.view = this; // for the console and for tests
    this.message = root.querySelector(".gk-message");
    this.spotlight = null;
    this.found = { words: "", at: -1 };
    this.bindToolbar();
    this.bindKeys();
  }

  show(data) {
    const isSame = this.data?.version === data.version;
    this.data = isSame ? { ...this.data, goto: data.goto } : data;
    if (isSame) {
      this.paint();
      if (this.host.dataset.ready) this.goTo();
      return;
    }
    if (!data.nodes.length) {
      clearTimeout(this.starting);
      if (this.net) this.attempt(() => this.update());
      showLegend(this);
      this.tell("No entity fits these filters.");
      return;
    }
    if (!this.net) {
      this.tell(`Drawing ${data.nodes.length.toLocaleString("en")} names …`);
      this.started = performance.now();
      clearTimeout(this.starting);
      this.starting = setTimeout(() => this.attempt(() => this.create()), 0); // lets the message be seen first
    } else {
      this.attempt(() => this.update());
    }
    showLegend(this);
  }

  attempt(work) {
    try {
      work();
      if (this.failed) this.tell("");
    } catch (error) {
      this.tell(`The picture cannot be drawn: ${error.message}. The tables below hold the same graph.`, true);
      console.error(error);
    }
  }

  tell(text, isError = false) {
    this.message.textContent = text;
    this.message.hidden = !text;
    this.failed = isError;
    this.message.classList.toggle("gk-error", isError);
  }

  // -- drawing -----------------------------------------------------------------------------------

  create() {
    if (typeof vis === "undefined") throw new Error("the script of vis-network did not load");
    const { edges, options } = this.data, nodes = this.stretched(this.data.nodes);
    this.readTheme();
    this.remember();
    this.nodes = new vis.DataSet(nodes.map((node) => this.visNode(node)));
    this.edges = new vis.DataSet(edges.map((edge) => this.visEdge(edge)));
    this.net = new vis.Network(this.host, { nodes: this.nodes, edges: this.edges }, { ...options, ...this.themed() });
    this.net.once("afterDrawing", () => {
      this.tell("");
      this.host.dataset.ready = String(Math.round(performance.now() - this.started));
      this.goTo();
    });
    this.net.on("afterDrawing", (context) => {
      drawSpecks(this, context);
      drawLabels(this, context);
    });
    this.bindNetwork();
    this.fit(false);
  }

  update() {
    const { nodes, edges } = this.data;
    this.tell("");
    this.readTheme();
    this.remember();
    const kept = nodes.filter((node) => this.nodes.get(node.id) !== null);
    const staysPut = kept.length >= nodes.length / 2; // an expansion; otherwise it is another picture
    const placed = staysPut ? this.placedAround(nodes) : this.stretched(nodes);
    replaceAll(this.nodes, placed.map((node) => this.visNode(node)));
    replaceAll(this.edges, edges.map((edge) => this.visEdge(edge)));
    this.net.setOptions(this.themed());
    if (!staysPut) this.fit(false);
    this.isDimmed = true; // new nodes do not know yet whether they fade
    this.dim(this.selection && this.info.has(this.selection.id) ? this.around(this.selection) : null);
    this.goTo();
  }

  // The places drawn out along one axis, so that the picture has more of the shape of its canvas.
  stretched(nodes) {
    const extent = (axis) => {
      const least = nodes.reduce((low, node) => Math.min(low, node[axis]), Infinity);
      return nodes.reduce((high, node) => Math.max(high, node[axis]), -Infinity) - least;
    };
    const wide = extent("x"), high = extent("y");
    if (!(wide > 0 && high > 0 && this.host.clientHeight)) return nodes;
    const factor = (this.host.clientWidth / this.host.clientHeight) * (high / wide);
    const x = Math.max(1, Math.min(STRETCH, factor)), y = Math.max(1, Math.min(STRETCH, 1 / factor));
    return nodes.map((node) => ({ ...node, x: node.x * x, y: node.y * y }));
  }

  // Nodes that were there keep their places; new ones form a ring around a neighbour that was there.
  placedAround(nodes) {
    const places = this.net.getPositions();
    const rings = new Map();
    const anchor = new Map();
    for (const { from, to } of this.data.edges) {
      if (places[from] && !places[to]) anchor.set(to, from);
      if (places[to] && !places[from]) anchor.set(from, to);
    }
    return nodes.map((node) => {
      if (places[node.id]) return { ...node, ...places[node.id] };
      const centre = places[anchor.get(node.id)];
      if (!centre) return node;
      const turn = rings.get(anchor.get(node.id)) ?? 0;
      rings.set(anchor.get(node.id), turn + 1);
      const radius = 70 + 9 * turn, angle = turn * 2.399963; // the golden angle
      return { ...node, x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
    });
  }

  remember() {
    this.info = new Map(this.data.nodes.map((node) => [node.id, node]));
    this.predicates = this.data.edges.filter((edge) => edge.label);
    this.groups = new Map();
    for (const { id, color, shape } of this.data.nodes) {
      const key = shape + color;
      if (!this.groups.has(key)) this.groups.set(key, { color, shape, ids: [] });
      this.groups.get(key).ids.push(id);
    }
    this.smallest = this.data.nodes.reduce((least, node) => Math.min(least, node.size), Infinity);
  }

  visNode({ id, title, size, x, y, color, shape }) {
    return { id, title, size, x, y, group: shape + color };
  }

  visEdge(edge, isFaded = false) {
    const { label, ...rest } = edge; // labels are drawn below
    const strong = edge.color ?? (edge.arrows ? this.theme.stated : this.theme.seen);
    return { ...rest, color: { color: isFaded ? this.theme.faded : strong } };
  }

  readTheme() {
    const probe = this.root.querySelector(".gk-probe");
    const read = (variable) => {
      probe.style.color = `var(${variable})`;
      return getComputedStyle(probe).color;
    };
    const text = read("--st-text-color"), background = read("--st-background-color");
    const faint = Math.max(0.08, Math.min(0.4, 10 / Math.sqrt(this.data.edges.length))); // many lines add up
    this.theme = {
      text,
      background,
      primary: read("--st-primary-color"),
      stated: withAlpha(text, Math.min(0.55, 2 * faint)),
      seen: withAlpha(text, faint),
      faded: withAlpha(text, 0.1),
      quiet: withAlpha(text, 0.75),
      font: getComputedStyle(this.root).fontFamily,
    };
  }

  themed() {
    const { text, background, primary } = this.theme;
    const groups = {};
    for (const [key, { color, shape }] of this.groups) {
      const raised = { background: color, border: text };
      groups[key] = { shape, color: { background: color, border: background, highlight: raised, hover: raised } };
    }
    const colours = { highlight: primary, hover: primary, inherit: false };
    return { groups, edges: { ...this.data.options.edges, color: colours } };
  }

  // The script runs again when the theme changes.
  paint() {
    if (!this.net) return;
    const before = this.theme.text + this.theme.background + this.theme.primary;
    this.readTheme();
    if (before === this.theme.text + this.theme.background + this.theme.primary) return;
    this.net.setOptions(this.themed());
    this.edges.update(this.data.edges.map((edge) => this.visEdge(edge)));
    showLegend(this);
  }

  // -- what people do ------------------------------------------------------------------------------

  bindNetwork() {
    let timer = null;
    this.net.on("click", ({ nodes, edges }) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (nodes.length) this.select({ kind: "node", id: nodes[0] });
        else if (edges.length) this.select({ kind: "edge", id: edges[0] });
        else this.select(null);
      }, CLICK_MS);
    });
    this.net.on("doubleClick", ({ nodes }) => {
      clearTimeout(timer);
      if (nodes.length) this.component.setTriggerValue("expanded", nodes[0]);
    });
    this.net.on("zoom", () => { this.isWhole = false; }); // by the wheel or two fingers
    this.net.on("dragStart", ({ nodes }) => { if (!nodes.length) this.isWhole = false; });
    const whole = () => { if (this.isWhole && this.net) this.fit(false); };
    this.net.on("resize", () => requestAnimationFrame(whole)); // the network first keeps what it showed
    this.net.on("hoverNode", ({ node }) => { this.hovered = node; this.host.style.cursor = "pointer"; });
    this.net.on("blurNode", () => { this.hovered = undefined; this.host.style.cursor = ""; });
    this.net.on("hoverEdge", () => { this.host.style.cursor = "pointer"; });
    this.host.onmouseleave = () => {
      const tooltip = this.host.querySelector(".vis-tooltip"); // vis-network hides it only at the next movement inside
      if (tooltip) tooltip.style.visibility = "hidden";
    };
    this.net.on("blurEdge", () => { this.host.style.cursor = ""; });
  }

  select(choice, isTold = true) {
    this.selection = choice;
    if (!choice) this.net.unselectAll();
    else if (choice.kind === "node") this.net.selectNodes([choice.id]);
    else this.net.setSelection({ nodes: [], edges: [choice.id] }, { highlightEdges: false });
    this.spotlight = null;
    this.dim(choice && this.around(choice));
    if (isTold) this.component.setStateValue("selected", choice);
  }

  around({ kind, id }) {
    const ends = kind === "node" ? [id, ...this.net.getConnectedNodes(id)] : this.net.getConnectedNodes(id);
    return new Set(ends);
  }

  dim(kept) {
    if (!kept && !this.isDimmed) return;
    if (this.data.nodes.length > DIMMED) return;
    this.isDimmed = Boolean(kept);
    this.kept = kept ? [...kept].slice(0, LABELS) : null;
    this.nodes.update(this.data.nodes.map(({ id }) => ({ id, opacity: !kept || kept.has(id) ? 1 : 0.15 })));
    const isFaded = ({ from, to }) => Boolean(kept) && !(kept.has(from) && kept.has(to));
    this.edges.update(this.data.edges.map((edge) => this.visEdge(edge, isFaded(edge))));
  }

  goTo() {
    const wish = this.data.goto;
    if (!wish || wish.nonce === this.wished) return;
    this.wished = wish.nonce;
    if (!this.info.has(wish.id)) return;
    this.select({ kind: "node", id: wish.id }, false);
    this.lookAt(wish.id);
  }

  lookAt(id) {
    this.isWhole = false;
    const scale = Math.max(this.net.getScale(), 0.75);
    this.net.focus(id, { scale, animation: { duration: 350, easingFunction: "easeInOutQuad" } });
  }

  find(words) {
    const wanted = words.trim().toLocaleLowerCase();
    const count = this.root.querySelector(".gk-count");
    const hits = wanted ? this.data.nodes.filter((node) => node.title.toLocaleLowerCase().includes(wanted)) : [];
    count.textContent = wanted ? "nothing found" : "";
    if (!hits.length) return;
    const at = this.found.words === wanted ? (this.found.at + 1) % hits.length : 0;
    this.found = { words: wanted, at };
    count.textContent = `${at + 1} of ${hits.length}`;
    this.select({ kind: "node", id: hits[at].id });
    this.lookAt(hits[at].id);
  }

  bindToolbar() {
    const field = this.root.querySelector(".gk-find");
    field.onkeydown = (event) => {
      event.stopPropagation();
      if (event.key === "Enter" && this.net) this.find(field.value);
    };
    const on = (name, act) => { this.root.querySelector(name).onclick = () => this.net && act(); };
    on(".gk-fit", () => this.fit(true));
    on(".gk-in", () => this.zoom(1.4));
    on(".gk-out", () => this.zoom(1 / 1.4));
    on(".gk-png", () => savePicture(this));
  }

  bindKeys() {
    const pan = (x, y) => {
      this.isWhole = false;
      const { x: cx, y: cy } = this.net.getViewPosition(), scale = this.net.getScale();
      this.net.moveTo({ position: { x: cx + x / scale, y: cy + y / scale } });
    };
    const keys = {
      ArrowLeft: () => pan(-80, 0), ArrowRight: () => pan(80, 0), ArrowUp: () => pan(0, -80), ArrowDown: () => pan(0, 80),
      "+": () => this.zoom(1.3), "=": () => this.zoom(1.3), "-": () => this.zoom(1 / 1.3),
      f: () => this.fit(true), "0": () => this.fit(true), n: () => this.step(1), p: () => this.step(-1),
      Enter: () => this.selection?.kind === "node" && this.component.setTriggerValue("expanded", this.selection.id),
      Escape: () => this.select(null),
    };
    this.host.onkeydown = (event) => {
      if (!this.net || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
      event.preventDefault();
      event.stopPropagation(); // Streamlit has shortcuts of its own
      keys[event.key]();
    };
  }

  step(by) {
    const ids = this.data.nodes.map((node) => node.id), at = ids.indexOf(this.selection?.id);
    const id = ids[at < 0 ? 0 : (at + by + ids.length) % ids.length];
    this.select({ kind: "node", id });
    this.lookAt(id);
  }

  // Everything, with room for the toolbar above.
  fit(isAnimated) {
    this.net.fit({ animation: false });
    const { x, y } = this.net.getViewPosition(), scale = this.net.getScale() * 0.92;
    const animation = isAnimated ? { duration: 250 } : false;
    this.net.moveTo({ position: { x, y: y - 14 / scale }, scale, animation });
    this.isWhole = true; // until somebody looks elsewhere; then another size of the window leaves the view alone
  }

  zoom(by) {
    this.isWhole = false;
    this.net.moveTo({ scale: this.net.getScale() * by, animation: { duration: 150 } });
  }

  light(type) {
    this.spotlight = this.spotlight === type ? null : type;
    this.net.unselectAll();
    const kept = this.data.nodes.filter((node) => node.type === this.spotlight).map((node) => node.id);
    this.dim(this.spotlight === null ? null : new Set(kept));
    showLegend(this);
  }

  destroy() {
    clearTimeout(this.starting);
    this.net?.destroy();
  }
}

function replaceAll(set, rows) {
  const wanted = new Set(rows.map((row) => row.id));
  set.remove(set.getIds().filter((id) => !wanted.has(id)));
  set.update(rows);
}

function withAlpha(colour, alpha) {
  const [red, green, blue] = colour.match(/[\d.]+/g) ?? [128, 128, 128];
  return `rgba(${red},${green},${blue},${alpha})`;
}
