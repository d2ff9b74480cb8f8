// Saves the chart that stands just above as a picture: what Plotly has drawn, in the colours of the page, as one SVG;
// a PNG is made of it here. Nothing is asked of the network.

const FONT = "Arial, Helvetica, sans-serif"
const SHARPER = 2 // pixels of a PNG for one of the page

const above = (host) =>
  [...document.querySelectorAll(".js-plotly-plot")]
    .filter((one) => one.compareDocumentPosition(host) & Node.DOCUMENT_POSITION_FOLLOWING)
    .at(-1)

// The fonts of the page are not in the file: every text keeps the width it has here, whatever font draws it.
const freeOfFonts = (drawn, copy) => {
  const copies = copy.querySelectorAll("text, tspan")
  drawn.querySelectorAll("text, tspan").forEach((text, place) => {
    const to = copies[place]
    to.style.fontFamily = FONT
    if (text.querySelector("tspan") || !text.textContent.trim()) return
    to.setAttribute("textLength", text.getComputedTextLength().toFixed(1))
    to.setAttribute("lengthAdjust", "spacingAndGlyphs")
  })
}

const picture = (chart, host, about) => {
  const [width, height] = [chart.clientWidth, chart.clientHeight]
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
    svg.setAttribute(name, value)
  const title = document.createElementNS(svg.namespaceURI, "title")
  title.textContent = about
  const paper = document.createElementNS(svg.namespaceURI, "rect")
  paper.setAttribute("width", width)
  paper.setAttribute("height", height)
  paper.setAttribute("fill", getComputedStyle(host).getPropertyValue("--st-background-color").trim() || "#fff")
  svg.append(title, paper)
  for (const layer of chart.querySelectorAll(".main-svg")) {
    const copy = layer.cloneNode(true)
    freeOfFonts(layer, copy)
    copy.querySelectorAll(".hoverlayer").forEach((one) => one.replaceChildren())
    copy.removeAttribute("class")
    svg.append(copy)
  }
  return { width, height, text: new XMLSerializer().serializeToString(svg) }
}

const pixels = async ({ width, height, text }) => {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement("canvas")
  canvas.width = width * SHARPER
  canvas.height = height * SHARPER
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done) => canvas.toBlob(done, "image/png"))
}

const save = (blob, name) => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export default function ({ data, parentElement }) {
  const host = parentElement.getRootNode().host ?? parentElement
  const said = parentElement.querySelector("[role=status]")
  for (const button of parentElement.querySelectorAll("button")) {
    const kind = button.dataset.kind
    button.title = `Save the picture as ${kind.toUpperCase()}`
    button.setAttribute("aria-label", button.title)
    button.onclick = async () => {
      said.textContent = ""
      try {
        const drawn = picture(above(host), host, data.about)
        const svg = kind === "svg"
        save(svg ? new Blob([drawn.text], { type: "image/svg+xml" }) : await pixels(drawn), `${data.name}.${kind}`)
      } catch {
        said.textContent = "The browser did not save it"
      }
    }
  }
}
