// Copies a text with one press: where the browser allows it by its clipboard, else (a page that came over plain http)
// by a selection.

const bySelection = (text, root) => {
  const field = document.createElement("textarea")
  field.value = text
  field.setAttribute("aria-label", "Text to copy")
  root.append(field)
  field.select()
  const copied = document.execCommand("copy")
  if (copied) field.remove()
  return copied
}

const copy = async (text, root) => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return bySelection(text, root)
  }
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".quiet")
  const [button, said] = [root.querySelector("button"), root.querySelector("[role=status]")]
  root.querySelector(".label").textContent = data.label
  root.querySelector("textarea")?.remove()
  button.onclick = async () => {
    const copied = await copy(data.text, root)
    if (copied) button.focus()
    said.textContent = copied ? "Copied" : "The browser did not copy it: press Ctrl+C or ⌘C now"
    clearTimeout(button.told)
    if (copied) button.told = setTimeout(() => (said.textContent = ""), 4000)
  }
}
