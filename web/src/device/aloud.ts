// A text said by the voice of the system, where it has one.

/** Says a text in a language; what was being said gives way. */
export function aloud(text: string, lang: string): void {
  if (!text || typeof speechSynthesis === 'undefined') return;
  speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = lang;
  speechSynthesis.speak(utterance);
}
