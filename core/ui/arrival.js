// Brings an answer into sight when it arrives: the browser keeps the place of what stood there before, which is above or
// below. What is wholly in sight stays where it is.

let arrived = ""

const ended = () => document.querySelector("[data-testid=stApp]")?.dataset.testScriptState !== "running"

const show = (host, tries) => {
  if (tries && !ended()) return setTimeout(show, 50, host, tries - 1)
  const before = [...document.querySelectorAll("[data-testid=stChatMessage]")].filter(
    (one) => one.compareDocumentPosition(host) & Node.DOCUMENT_POSITION_FOLLOWING
  )
  const [question, answer] = before.slice(-2)
  if (!answer) return
  const [top, bottom] = [question.getBoundingClientRect().top, answer.getBoundingClientRect().bottom]
  if (top >= 64 && bottom <= innerHeight) return
  question.style.scrollMarginTop = "4rem" // what the page keeps at its top
  question.scrollIntoView({ block: "start" })
}

export default function ({ data, parentElement }) {
  if (data.answer === arrived) return
  arrived = data.answer
  show((parentElement.getRootNode().host ?? parentElement), 100)
}
