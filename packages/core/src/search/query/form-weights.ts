/** From 0 to 1: how much a form that was not written says of the word that was. */
export const formWeights = {
  synonym: 0.7,
  nested: 0.45,
  related: 0.3,
  typo: 0.7,
  slipInSentence: 0.5,
  prefix: 0.6,
}
