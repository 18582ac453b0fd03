/**
 * Lucene 10 searches that gain threads while they run. Requires Java 21 or later, and Lucene 10.2
 * or later from the user. {@code Curtail.executor()}, the executor for Lucene's own searcher, does
 * not need this package.
 *
 * <ul>
 *   <li>{@link org.curtail.lucene.CurtailSearcher} replaces {@code IndexSearcher}.
 *   <li>{@link org.curtail.lucene.SharedSearch} runs the searches of any other {@code
 *       IndexSearcher} on the engine, for classes that must extend another searcher.
 *   <li>{@link org.curtail.lucene.LeafSplitting} decides which collectors may get parts of a leaf.
 *   <li>{@link org.curtail.lucene.QueryPredictor} predicts the duration of a search, for policies
 *       that use predictions.
 *   <li>{@link org.curtail.lucene.SharedLeaves} is for searches that choose their own ranges of
 *       documents, such as those of {@code org.curtail.lucene.ranked}.
 * </ul>
 *
 * <p><b>Inside.</b> {@code SharedSearch} also runs the searches of {@code CurtailSearcher}. {@code
 * SearchWork} is one search as shared work. A chunk is a {@code Window} of documents; each worker
 * has a {@code LeafScan} with a collector of its own. Collectors without a permission by {@code
 * LeafSplitting} get whole, neighbouring leaves. The tests compare with a plain {@code
 * IndexSearcher} on random indexes. The tests run on the oldest supported Lucene, which the build
 * compiles against, and in long builds on the newest.
 *
 * <p>{@code SharedLeaves} score ranges of documents for all searches here, in windows or in order
 * of importance, and hide all details of scorers. Not every query can be scored in parts of a leaf.
 * {@code KnownQueries} lists Lucene's core, which can. For all others, a {@code GuardedLeaf} gives
 * a second worker a scorer. If the query refuses it, one worker takes the whole leaf. A {@code
 * ProbedScorer} distinguishes a refusal from an error. {@code LeafScorers} makes the scorers; a
 * {@code ScoreBound} is the greatest possible score. Each document is scored once, whenever the
 * query refuses. {@code RefusingQuery}, a test class, refuses in every known way.
 *
 * <p>A search gets a prediction from a {@code QueryPredictor} at its start, and reports its
 * duration at its end. The predictor learns from {@code QueryFeatures}: a {@code ClauseVisitor}
 * visits the query, {@code TermCounts} look up its terms.
 */
@NullMarked
package org.curtail.lucene;

import org.jspecify.annotations.NullMarked;
