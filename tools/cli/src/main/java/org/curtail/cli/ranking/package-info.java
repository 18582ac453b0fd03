/**
 * How matches are scored: plain BM25, or an ensemble of regression trees on every match, which
 * costs what the rankers of large search engines cost.
 */
@NullMarked
package org.curtail.cli.ranking;

import org.jspecify.annotations.NullMarked;
