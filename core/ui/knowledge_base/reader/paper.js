// What lies open beside an answer: a page as a picture with boxes, or a text as blocks. All of it comes as data, and every
// word of a document is set as text, never read as markup.

const make = (name, look, ...inside) => {
  const element = document.createElement(name)
  if (look) element.className = look
  element.append(...inside)
  return element
}

const words = (pieces) => pieces.map(([text, cited]) => (cited ? make("mark", "", text) : text))

const row = (cells, name) =>
  make("tr", "", ...cells.map((cell) => {
    const made = make(name, "", ...words(cell))
    if (name === "th") made.scope = "col"
    return made
  }))

const table = ({ rows, named }) => {
  const head = named ? [make("thead", "", row(rows[0], "th"))] : []
  return make("table", "", ...head, make("tbody", "", ...rows.slice(named ? 1 : 0).map((cells) => row(cells, "td"))))
}

const item = ([depth, sign, pieces]) => {
  const made = make("li", "", make("span", "sign", sign), make("span", "", ...words(pieces)))
  made.style.marginLeft = `${1.2 * depth}rem`
  return made
}

const block = (one, lines) => {
  if (one.kind === "table") return make("div", "wide", table(one))
  if (one.kind === "list") return make("ul", "", ...one.items.map(item))
  if (one.kind === "code") return make("pre", "", make("code", "", ...words(one.words)))
  if (one.kind === "heading") return make(`h${Math.min(one.level + 2, 6)}`, "", ...words(one.words))
  return make("p", lines ? "lines" : "", ...words(one.words))
}

const page = ({ picture, label, width, height, zoom, boxes }) => {
  const image = make("img")
  image.src = picture
  image.alt = label
  const sheet = make("div", "sheet", image)
  sheet.style.width = zoom ? `${(width * zoom * 96) / 72}px` : "100%"
  sheet.style.aspectRatio = `${width} / ${height}`
  for (const [left, top, right, bottom] of boxes) {
    const box = make("div", "box")
    box.style.left = `${100 * left}%`
    box.style.top = `${100 * top}%`
    box.style.width = `${100 * (right - left)}%`
    box.style.height = `${100 * (bottom - top)}%`
    sheet.append(box)
  }
  return sheet
}

const thumb = ({ number, picture, cited, shown }, turn) => {
  const image = make("img")
  image.src = picture
  image.alt = ""
  const button = make("button", cited ? "cited" : "", image, make("span", "", `${number}`))
  button.type = "button"
  button.setAttribute("aria-label", `Page ${number}${cited ? ", cited" : ""}`)
  if (shown) button.setAttribute("aria-current", "page")
  button.onclick = () => turn(number)
  return button
}

// Scrolls the pane and never the page: the mark comes a quarter below the top.
const scroll = (pane, to) => {
  const marks = [...pane.querySelectorAll("mark, .box")]
  if (to === "end") pane.scrollTop = pane.scrollHeight
  else if (to === "start" || !marks.length) pane.scrollTop = 0
  else {
    const [here, all] = [pane.getBoundingClientRect(), marks.map((one) => one.getBoundingClientRect())]
    pane.scrollTop += Math.min(...all.map((one) => one.top)) - here.top - pane.clientHeight / 4
    pane.scrollLeft += Math.min(...all.map((one) => one.left)) - here.left - 16
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".paper")
  const turn = (number) => setTriggerValue("turned", number)
  let pane = root.querySelector(".pane")
  if (!pane) {
    pane = make("div", "pane")
    pane.tabIndex = 0
    pane.setAttribute("role", "region")
    root.append(make("div", "thumbs"), pane)
  }
  pane.setAttribute("aria-label", data.label)
  const thumbs = root.querySelector(".thumbs")
  thumbs.replaceChildren(...(data.thumbs || []).map((one) => thumb(one, turn)))
  thumbs.hidden = !data.thumbs
  const before = pane.scrollTop
  pane.replaceChildren(...(data.blocks ? data.blocks.map((one) => block(one, data.lines)) : [page(data)]))
  pane.scrollTop = before
  for (const wide of pane.querySelectorAll(".wide")) if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
  pane.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const sideways = pane.scrollWidth > pane.clientWidth + 1
    if (!step || !data.pages || sideways || event.altKey || event.ctrlKey || event.metaKey) return
    const to = data.number + step
    if (to >= 1 && to <= data.pages) turn(to)
    event.preventDefault()
  }
  if (root.dataset.place !== data.place) {
    root.dataset.place = data.place
    scroll(pane, data.to)
  }
  if (root.dataset.opened !== data.opened) {
    // What was asked for comes into sight with its name and the way to close it: at the top where it stands below the
    // answer, or begins above the window.
    root.dataset.opened = data.opened
    const column = root.getRootNode().host?.closest("[data-testid=stColumn]")
    if (column) {
      column.style.scrollMarginTop = "4rem" // what the page keeps at its top
      const begins = column.getBoundingClientRect().top
      column.scrollIntoView({ block: innerWidth < 640 || begins < 64 ? "start" : "nearest" })
    }
  }
}
