// The keys of the whole page that no button can have, or would show as a letter beside a name: / puts the cursor into the
// question box, ? asks for the list of keys, J and K press what opens the next and the one before (`step_place`). None
// fires while somebody types, with Ctrl, Alt or Meta, or while a dialog is open.

const NOT_TYPED = ["button", "checkbox", "radio", "range", "submit"]
const BOXES = [
  "[data-testid=stMain] [data-testid=stChatInputTextArea]",
  "[data-testid=stMain] [data-testid=stTextInput] input",
]

const STEPS = { j: ".st-key-step-next button", k: ".st-key-step-before button" }

const isTyped = (one) =>
  one.isContentEditable || (one.matches?.("input, textarea, select") && !NOT_TYPED.includes(one.type))

const questionBox = () =>
  BOXES.flatMap((boxes) => [...document.querySelectorAll(boxes)]).find((one) => !one.disabled && one.offsetParent)

export default function ({ setTriggerValue }) {
  const press = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || event.repeat) return
    if (isTyped(event.composedPath()[0]) || document.querySelector("[role=dialog]")) return
    if (event.key === "?") setTriggerValue("asked", true)
    const step = STEPS[event.key.toLowerCase()]
    if (step) document.querySelector(step)?.click()
    const box = event.key === "/" && questionBox()
    if (!box) return
    event.preventDefault() // else the sign is typed into the box
    box.focus()
    box.scrollIntoView({ block: "nearest" })
  }
  document.addEventListener("keydown", press)
  return () => document.removeEventListener("keydown", press)
}
