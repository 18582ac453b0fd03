/**
 * Scoring of matches: plain BM25, or an ensemble of regression trees on every match, with the cost
 * of the rankers of large search engines.
 */
@NullMarked
package org.curtail.cli.ranking;

import org.jspecify.annotations.NullMarked;
