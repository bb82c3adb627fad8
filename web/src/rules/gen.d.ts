// What the build puts into gen/.
declare module '*/gen/wasm_exec.js';
declare module '*.wasm?url' {
  const url: string;
  export default url;
}
