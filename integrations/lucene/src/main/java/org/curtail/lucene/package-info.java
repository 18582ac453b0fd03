/**
 * Lucene 10 searches that gain threads while they run. Runs on Java 21 or later, with the Lucene
 * 10.2 or later that its user brings. The engine for Lucene's own searcher, {@code
 * Curtail.executor()}, needs nothing of this package.
 *
 * <ul>
 *   <li>{@link org.curtail.lucene.CurtailSearcher} takes the place of {@code IndexSearcher}.
 *   <li>{@link org.curtail.lucene.SharedSearch} runs the searches of any other {@code
 *       IndexSearcher} on the engine, for classes that must extend that one.
 *   <li>{@link org.curtail.lucene.LeafSplitting} says which collectors may see parts of a leaf.
 *   <li>{@link org.curtail.lucene.QueryPredictor} says before a search how long it will take, for
 *       policies that want to know.
 *   <li>{@link org.curtail.lucene.SharedLeaves} is for searches that choose their own ranges of
 *       documents, such as those of {@code org.curtail.lucene.ranked}.
 * </ul>
 *
 * <p><b>Inside.</b> {@code CurtailSearcher} takes the place of {@code IndexSearcher}; {@code
 * SharedSearch} runs the searches of any other searcher on the engine, for classes that must extend
 * that one, as OpenSearch's, and of {@code CurtailSearcher} too. {@code SearchWork} is one search
 * as shared work: a chunk is a {@code Window} of documents, a {@code SearchWorker} one that joins,
 * with a {@code LeafScan} and a collector of its own. {@code LeafSplitting} decides which
 * collectors may see parts of a leaf; others get whole leaves, neighbours only. The tests compare
 * with a plain {@code IndexSearcher} on random indexes, on the oldest Lucene, which is compiled
 * against, and in long builds on the newest.
 *
 * <p>{@code SharedLeaves} score ranges of documents for all searches here, in windows or in order
 * of importance; all else about scorers is hidden behind them. Not every query can be scored in
 * parts of a leaf. {@code KnownQueries} are Lucene's core, which can; all others are watched: a
 * {@code GuardedLeaf} gives a second worker a scorer or, if that is refused, lets one worker take
 * the whole leaf; an {@code AskedScorer} tells a scorer that refuses from one that fails. {@code
 * LeafScorers} makes the scorers, a {@code ScoreBound} says how much a match can score. Each
 * document is scored once, whenever a refusal comes. {@code RefusingQuery}, a test class, refuses
 * in every way that is known.
 *
 * <p>A {@code QueryPredictor} is asked by the work of a search before it begins, and told when it
 * has ended. What it learns from are {@code QueryFeatures}: a {@code ClauseVisitor} goes through
 * the query, {@code TermCounts} look its terms up.
 */
@NullMarked
package org.curtail.lucene;

import org.jspecify.annotations.NullMarked;
