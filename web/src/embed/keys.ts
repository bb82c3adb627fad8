// The texts that a board at rest needs on somebody's page; the build puts them into its one file, in every language.
export const AT_REST =
  /^(a11y\.board|say\.(empty|stack|top|below|holds_dvonn|turn_of)|color\.\w+\.layer|side\.\w+|game\.[^.]+|ui\.loading|ui\.embed\.board\.\w+)$/;
