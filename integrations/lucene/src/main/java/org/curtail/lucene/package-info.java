/**
 * Lucene 10 searches that gain threads while they run. Runs on Java 21 or later, with the Lucene
 * 10.2 or later that its user brings. The executor for Lucene's own searcher, {@code
 * Curtail.executor()}, does not need this package.
 *
 * <ul>
 *   <li>{@link org.curtail.lucene.CurtailSearcher} takes the place of {@code IndexSearcher}.
 *   <li>{@link org.curtail.lucene.SharedSearch} runs the searches of any other {@code
 *       IndexSearcher} on the engine, for classes that must extend another searcher.
 *   <li>{@link org.curtail.lucene.LeafSplitting} decides which collectors may see parts of a leaf.
 *   <li>{@link org.curtail.lucene.QueryPredictor} predicts how long a search will take, for
 *       policies that use predictions.
 *   <li>{@link org.curtail.lucene.SharedLeaves} is for searches that choose their own ranges of
 *       documents, such as those of {@code org.curtail.lucene.ranked}.
 * </ul>
 *
 * <p><b>Inside.</b> {@code SharedSearch} runs the searches of {@code CurtailSearcher} too. {@code
 * SearchWork} is one search as shared work: a chunk is a {@code Window} of documents; each worker
 * has a {@code LeafScan} with a collector of its own. {@code LeafSplitting} decides which
 * collectors may see parts of a leaf; others get whole leaves, neighbours only. The tests compare
 * with a plain {@code IndexSearcher} on random indexes, on the oldest supported Lucene, which the
 * build compiles against, and in long builds on the newest.
 *
 * <p>{@code SharedLeaves} score ranges of documents for all searches here, in windows or in order
 * of importance, and hide everything else about scorers. Not every query can be scored in parts of
 * a leaf. {@code KnownQueries} lists Lucene's core, which can. All others are watched: a {@code
 * GuardedLeaf} gives a second worker a scorer or, if that is refused, lets one worker take the
 * whole leaf; a {@code ProbedScorer} distinguishes a refusal from an error. {@code LeafScorers}
 * makes the scorers, a {@code ScoreBound} is the greatest possible score. Each document is scored
 * once, whenever a refusal comes. {@code RefusingQuery}, a test class, refuses in every known way.
 *
 * <p>The work of a search asks a {@code QueryPredictor} before it begins and reports its duration
 * when it has ended. The predictor learns from {@code QueryFeatures}: a {@code ClauseVisitor}
 * visits the query, {@code TermCounts} look up its terms.
 */
@NullMarked
package org.curtail.lucene;

import org.jspecify.annotations.NullMarked;
