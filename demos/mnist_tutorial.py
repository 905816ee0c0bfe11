"""The tutorial of VisualDL with PyTorch: all that it logs while a network learns handwritten digits, twice.

pip install torch
python demos/mnist_tutorial.py
vdlite --logdir runs

The digits are those that come with scikit-learn, enlarged to the 28 by 28 pixels of MNIST. They are fewer, so the
learning rates are higher. Every `logwriter` call is as the tutorial has it.
"""

# ruff: noqa: UP032  # the calls are kept as the tutorial has them

import argparse

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from sklearn.datasets import load_digits
from torch import nn
from torch.utils.data import DataLoader, Dataset

from vdlite import LogWriter

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--logdir", default="./runs/mnist_experiment", help="folder of the two runs")
parser.add_argument("--epochs", type=int, default=10)
options = parser.parse_args()
EPOCH_NUM = options.epochs
TRAIN_IMAGES = 1437  # of 1797


class MNISTDataset(Dataset):
    def __init__(self, mode="train"):
        values, labels = load_digits(return_X_y=True)
        part = slice(None, TRAIN_IMAGES) if mode == "train" else slice(TRAIN_IMAGES, None)
        small = (values.reshape(-1, 8, 8)[part] * (255 / 16)).astype(np.uint8)
        large = [
            Image.fromarray(digit).resize((28, 28), Image.Resampling.BICUBIC) for digit in small
        ]
        self.mnist_data = list(zip(large, labels[part], strict=True))

    def __getitem__(self, idx):
        data, label = self.mnist_data[idx]
        data = np.reshape(data, [1, 28, 28]).astype("float32") / 255
        label = np.reshape(label, [1]).astype("int64")
        return (data, label)

    def __len__(self):
        return len(self.mnist_data)


class MNIST(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 20, kernel_size=5, stride=1, padding=2)
        self.max_pool1 = nn.MaxPool2d(kernel_size=2, stride=2)
        self.conv2 = nn.Conv2d(20, 20, kernel_size=5, stride=1, padding=2)
        self.max_pool2 = nn.MaxPool2d(kernel_size=2, stride=2)
        self.fc = nn.Linear(980, 10)

    def forward(self, inputs):
        x = self.max_pool1(F.relu(self.conv1(inputs)))
        x = self.max_pool2(F.relu(self.conv2(x)))
        return self.fc(x.flatten(1))


def look_at_the_data(logwriter, dataset):
    """Figures 1 and 2: nine images as a grid, and as points."""
    image_matrix = []
    for i in range(9):
        image, _ = dataset[i]
        # From CHW to HWC.
        image_matrix.append(image.transpose([1, 2, 0]))
    logwriter.add_image_matrix(tag="input_images", step=1, imgs=image_matrix, rows=-1)

    tags = ["image_{}".format(i) for i in range(9)]
    logwriter.add_embeddings(
        "input_image_embeddings", mat=[img.reshape(-1) for img in image_matrix], metadata=tags
    )


def train(logwriter, model, opt, train_loader, epoch_id):
    """Figures 8 and 9: the weights of the last layer, and the loss, at each batch."""
    model.train()
    train_batchs_per_epoch = len(train_loader)
    for batch_id, (images, labels) in enumerate(train_loader):
        predicts = model(images)
        avg_loss = F.cross_entropy(predicts, labels[:, 0])

        logwriter.add_scalar("train_avg_loss", value=avg_loss.detach().numpy(), step=batch_id+epoch_id*(train_batchs_per_epoch))  # fmt: skip
        logwriter.add_histogram("fc_weight", values=model.fc.weight.detach().numpy(), step=batch_id+epoch_id*(train_batchs_per_epoch))  # fmt: skip

        opt.zero_grad()
        avg_loss.backward()
        opt.step()


@torch.no_grad()
def evaluate(logwriter, model, test_loader, epoch_id):
    """Figures 7 and 10 to 12: loss, accuracy and the PR curve of each class, after each epoch."""
    model.eval()
    accuracies = []
    losses = []
    class_probs = []
    class_preds = []
    for images, labels in test_loader:
        predicts = model(images)
        accuracies.append((predicts.argmax(1) == labels[:, 0]).float().mean().numpy())
        losses.append(F.cross_entropy(predicts, labels[:, 0]).numpy())
        class_probs.append([F.softmax(predict, dim=0) for predict in predicts])
        class_preds.append(predicts.argmax(1))
    avg_acc, avg_loss = np.mean(accuracies), np.mean(losses)
    print("[validation]After epoch {}: accuracy/loss: {}/{}".format(epoch_id, avg_acc, avg_loss))
    # The tutorial hands these two over crosswise.
    logwriter.add_scalar("test_avg_loss", value=avg_loss, step=epoch_id)
    logwriter.add_scalar("test_avg_acc", value=avg_acc, step=epoch_id)

    test_probs = torch.cat([torch.stack(batch) for batch in class_probs]).numpy()
    test_preds = torch.cat(class_preds).numpy()
    for i in range(10):
        logwriter.add_pr_curve('class_{}'.format(i), labels=(test_preds == i), predictions=test_probs[:,i], step=epoch_id)  # fmt: skip


def experiment(name, learning_rate, make_optimizer):
    torch.manual_seed(0)
    dataset = MNISTDataset(mode="train")
    train_loader = DataLoader(dataset, batch_size=16, shuffle=True)
    test_loader = DataLoader(MNISTDataset(mode="test"), batch_size=16, shuffle=False)
    model = MNIST()
    opt = make_optimizer(model.parameters(), lr=learning_rate)

    logwriter = LogWriter(logdir=f"{options.logdir}/{name}")
    look_at_the_data(logwriter, dataset)
    logwriter.add_hparams(hparams_dict={'lr': learning_rate, 'batch_size': 16, 'opt': name},
                          metrics_list=['train_avg_loss', 'test_avg_loss', 'test_avg_acc'])  # fmt: skip
    for epoch_id in range(EPOCH_NUM):
        train(logwriter, model, opt, train_loader, epoch_id)
        evaluate(logwriter, model, test_loader, epoch_id)
    # No close(): nothing is lost without it.


if __name__ == "__main__":
    experiment("sgd", 0.01, torch.optim.SGD)
    experiment("adam", 0.001, torch.optim.Adam)
    print(f"done; now run: vdlite --logdir {options.logdir}")
