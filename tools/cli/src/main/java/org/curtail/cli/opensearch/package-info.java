/**
 * A cluster of OpenSearch: {@link org.curtail.cli.opensearch.ClusterClient} is a client for any,
 * {@link org.curtail.cli.opensearch.Distribution} runs {@link
 * org.curtail.cli.opensearch.LocalNode}s on this machine.
 */
@NullMarked
package org.curtail.cli.opensearch;

import org.jspecify.annotations.NullMarked;
