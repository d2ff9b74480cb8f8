// The keys of the whole page that no button can have: / puts the cursor into the question box, ? asks for the list of
// keys. Neither fires while somebody types, with Ctrl, Alt or Meta, or while a dialog is open.

const NOT_TYPED = ["button", "checkbox", "radio", "range", "submit"]
const BOXES = [
  "[data-testid=stMain] [data-testid=stChatInputTextArea]",
  "[data-testid=stMain] [data-testid=stTextInput] input",
]

const isTyped = (one) =>
  one.isContentEditable || (one.matches?.("input, textarea, select") && !NOT_TYPED.includes(one.type))

const questionBox = () =>
  BOXES.flatMap((boxes) => [...document.querySelectorAll(boxes)]).find((one) => !one.disabled && one.offsetParent)

export default function ({ setTriggerValue }) {
  const press = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || event.repeat) return
    if (isTyped(event.composedPath()[0]) || document.querySelector("[role=dialog]")) return
    if (event.key === "?") setTriggerValue("asked", true)
    const box = event.key === "/" && questionBox()
    if (!box) return
    event.preventDefault() // else the sign is typed into the box
    box.focus()
    box.scrollIntoView({ block: "nearest" })
  }
  document.addEventListener("keydown", press)
  return () => document.removeEventListener("keydown", press)
}
