// Package example shows a Go test that starts orch-apiserver as a child process.
//
//	go get k8s.io/client-go@v0.34.1
//	ORCH_APISERVER="$PWD/node_modules/.bin/orch-apiserver" go test ./...
package example

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

// startServer starts a server in memory on a free port, and stops it at the end of the test.
func startServer(t *testing.T) *kubernetes.Clientset {
	t.Helper()
	folder := t.TempDir()
	kubeconfig := filepath.Join(folder, "kubeconfig")
	ready := filepath.Join(folder, "ready")
	command := exec.Command(os.Getenv("ORCH_APISERVER"), "--vendor", "kubernetes", "--authorization-mode", "Node,RBAC",
		"--bind-address", "127.0.0.1", "--secure-port", "0", "--kubeconfig-out", kubeconfig, "--ready-file", ready)
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		<-ended
	})

	// The file exists while the server is ready.
	for {
		if _, err := os.Stat(ready); err == nil {
			break
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("the server ended: %v", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	return kubernetes.NewForConfigOrDie(config)
}

func TestConfigMapIsWatched(t *testing.T) {
	client := startServer(t).CoreV1().ConfigMaps("default")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	watch, err := client.Watch(ctx, metav1.ListOptions{LabelSelector: "app=shop"})
	if err != nil {
		t.Fatal(err)
	}
	defer watch.Stop()
	settings := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "settings", Labels: map[string]string{"app": "shop"}}}
	if _, err := client.Create(ctx, settings, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	event := <-watch.ResultChan()
	if got, ok := event.Object.(*corev1.ConfigMap); !ok || got.Name != "settings" {
		t.Fatalf("unexpected event: %+v", event)
	}
}
