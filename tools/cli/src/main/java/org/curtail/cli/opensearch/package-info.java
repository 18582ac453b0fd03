/**
 * A cluster of OpenSearch: {@link org.curtail.cli.opensearch.ClusterClient} is a client for any,
 * {@link org.curtail.cli.opensearch.LocalCluster} has the plugin and runs on this machine, as {@link
 * org.curtail.cli.opensearch.LocalNode}s of a {@link org.curtail.cli.opensearch.Distribution}.
 */
@NullMarked
package org.curtail.cli.opensearch;

import org.jspecify.annotations.NullMarked;
