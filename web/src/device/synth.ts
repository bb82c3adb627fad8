// Short sounds, made on the spot: stone on stone, no recording has to be loaded. Browsers allow sound only after the first
// press on the page.

export type Sound = 'take' | 'land' | 'capture' | 'cut' | 'claim' | 'no' | 'low' | 'end';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (typeof AudioContext !== 'function' || navigator.userActivation?.hasBeenActive === false) return null;
  try {
    context ??= new AudioContext();
  } catch {
    return null; // no sound on this device
  }
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** A knock: a burst of noise through a narrow band, as two stones make it. */
function knock(a: AudioContext, out: AudioNode, at: number, tone: number, loud: number, length = 0.07): void {
  const n = Math.ceil(a.sampleRate * length);
  const buffer = a.createBuffer(1, n, a.sampleRate);
  const data = buffer.getChannelData(0);
  let x = 12345;
  for (let i = 0; i < n; i++) {
    x = (x * 1103515245 + 12345) % 2147483648;
    data[i] = (x / 1073741824 - 1) * Math.exp((-7 * i) / n);
  }
  const source = a.createBufferSource();
  source.buffer = buffer;
  const band = a.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = tone;
  band.Q.value = 4;
  const gain = a.createGain();
  gain.gain.value = loud * 4;
  source.connect(band).connect(gain).connect(out);
  source.start(at);
}

/** A soft tone that dies away. */
function ring(a: AudioContext, out: AudioNode, at: number, tone: number, loud: number, length: number): void {
  const source = a.createOscillator();
  source.type = 'sine';
  source.frequency.value = tone;
  const gain = a.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + length + 0.02);
}

/** Plays a sound now or that many milliseconds later, at a volume from 0 to 1. */
export function play(sound: Sound, volume: number, delay = 0): void {
  if (volume <= 0) return;
  const a = audio();
  if (!a) return;
  const out = a.createGain();
  out.gain.value = volume;
  out.connect(a.destination);
  const t = a.currentTime + delay / 1000;
  switch (sound) {
    case 'take':
      knock(a, out, t, 2600, 0.25, 0.03);
      return;
    case 'land':
      knock(a, out, t, 1500, 0.8);
      knock(a, out, t + 0.012, 700, 0.5);
      return;
    case 'capture':
      knock(a, out, t, 1500, 0.8);
      ring(a, out, t + 0.05, 660, 0.18, 0.35);
      ring(a, out, t + 0.15, 880, 0.18, 0.45);
      return;
    case 'cut':
      for (const [i, tone] of [1300, 1000, 760, 560].entries()) knock(a, out, t + i * 0.06, tone, 0.7 - i * 0.1);
      return;
    case 'claim':
      ring(a, out, t, 520, 0.14, 0.18);
      ring(a, out, t + 0.08, 780, 0.14, 0.25);
      return;
    case 'no':
      ring(a, out, t, 180, 0.2, 0.16);
      return;
    case 'low':
      ring(a, out, t, 1040, 0.12, 0.09);
      ring(a, out, t + 0.16, 1040, 0.12, 0.09);
      return;
    case 'end':
      for (const [i, tone] of [392, 494, 587].entries()) ring(a, out, t + i * 0.12, tone, 0.16, 0.6);
  }
}
