// Writes the names into the picture of a network as a map does: as many as have room, those that matter first, always
// of the same size. Zooming in shows more; pointing at a node shows its name and those of its neighbours.
// `network`, `nodes` and `edges` are the picture's own; `look` is handed in by the page.
(() => {
  const SIZE = 13; // pixels
  const MATTER = 10; // so many names are written wherever no other name stands
  const NEAR = 3; // pixels between a node and its name
  const frame = document.getElementById("mynetwork");
  let focus = look.picked;

  function spread() {
    const margin = Math.min(90, frame.clientWidth / 8);
    const [width, height] = [frame.clientWidth - 2 * margin, frame.clientHeight - 70];
    const thin = frame.clientWidth < 600 ? 0.7 : 1;
    nodes.update(nodes.get().map((node) => ({
      id: node.id, x: look.places[node.id][0] * width, y: look.places[node.id][1] * height,
      size: look.sizes[node.id] * thin,
    })));
    network.moveTo({ position: { x: width / 2, y: height / 2 }, scale: 1 });
  }

  function ranked() {
    if (focus === null) return look.order;
    const first = [focus, ...network.getConnectedNodes(focus)];
    return [...first, ...look.order.filter((id) => !first.includes(id))];
  }

  const apart = (one, other) =>
    one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

  // Below, above, right and left of its node: the first place within the frame that is free of names, and of nodes too;
  // for one of the few that matter most, a place upon lesser nodes rather than none.
  function room(at, radius, width, names, discs, matters) {
    const [middle, far] = [width / 2, radius + NEAR];
    const corners = [
      [at.x - middle, at.y + far], [at.x - middle, at.y - far - SIZE],
      [at.x + far, at.y - SIZE / 2], [at.x - far - width, at.y - SIZE / 2],
    ];
    const free = corners
      .map(([left, top]) => ({ left, top, right: left + width, bottom: top + SIZE + 2 }))
      .filter((box) => box.left >= 0 && box.top >= 0 && box.right <= frame.clientWidth
        && box.bottom <= frame.clientHeight && names.every((other) => apart(box, other)));
    return free.find((box) => discs.every((disc) => apart(box, disc))) ?? (matters ? free[0] : undefined);
  }

  function write(pen) {
    const scale = network.getScale();
    const positions = network.getPositions();
    const written = [];
    const discs = [];
    const where = {};
    for (const id of look.order) {
      const at = network.canvasToDOM(positions[id]);
      const radius = network.body.nodes[id].options.size * scale;
      where[id] = { at, radius };
      discs.push({ left: at.x - radius, right: at.x + radius, top: at.y - radius, bottom: at.y + radius });
    }
    pen.save();
    pen.font = `${SIZE / scale}px sans-serif`;
    pen.textBaseline = "top";
    pen.lineWidth = 4 / scale;
    pen.lineJoin = "round";
    pen.strokeStyle = look.paper;
    pen.fillStyle = look.ink;
    ranked().forEach((id, rank) => {
      const name = look.names[id];
      const width = pen.measureText(name).width * scale;
      const box = room(where[id].at, where[id].radius, width, written, discs, rank < MATTER);
      if (!box) return;
      written.push({ id, ...box });
      const corner = network.DOMtoCanvas({ x: box.left, y: box.top });
      pen.strokeText(name, corner.x, corner.y);
      pen.fillText(name, corner.x, corner.y);
    });
    pen.restore();
    look.written = written;
  }

  function point(id) {
    focus = id;
    network.redraw();
  }

  network.on("afterDrawing", write);
  network.on("resize", spread);
  network.on("hoverNode", (event) => point(event.node));
  network.on("blurNode", () => point(look.picked));
  network.on("selectNode", (event) => point(event.nodes[0]));
  network.on("deselectNode", () => point(look.picked));
  spread();
  if (look.picked !== null) network.selectNodes([look.picked]);
})();
