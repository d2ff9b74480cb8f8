// Brings an answer into sight when it arrives: the browser keeps the place of what stood there before, which is above or
// below. What is wholly in sight stays where it is.

const arrived = {} // what each of those that bring something has brought last
const NARROW = 640 // pixels of a window in which columns stand below each other

const ended = () => document.querySelector("[data-testid=stApp]")?.dataset.testScriptState !== "running"

const place = (one) => {
  one.style.scrollMarginTop = "4rem" // what the page keeps at its top
  one.scrollIntoView({ block: "start" })
}

const show = (host, below, tries) => {
  if (tries && !ended()) return setTimeout(show, 50, host, below, tries - 1)
  if (below) {
    const { top } = host.getBoundingClientRect()
    if (top < 0 || top > innerHeight / 2) place(host)
    return
  }
  const before = [...document.querySelectorAll("[data-testid=stChatMessage]")].filter(
    (one) => one.compareDocumentPosition(host) & Node.DOCUMENT_POSITION_FOLLOWING
  )
  const [question, answer] = before.slice(-2)
  if (!answer) return
  const [top, bottom] = [question.getBoundingClientRect().top, answer.getBoundingClientRect().bottom]
  if (top >= 64 && bottom <= innerHeight) return
  place(question)
}

export default function ({ data, parentElement }) {
  if (data.answer === arrived[data.who]) return
  arrived[data.who] = data.answer
  if (data.narrow && innerWidth >= NARROW) return
  if (data.who !== "tour:sight" && document.querySelector(".st-key-tour")) return // the tour stands above it and leads
  show(parentElement.getRootNode().host ?? parentElement, data.below, 100)
}
